package dev.stampede.consumer;

import java.util.Arrays;

/** Why a message was put aside. */
public enum ParkReason {
  /** Its handler failed, as often as it is tried. */
  FAILED("failed"),
  /** Versions before it are missing. */
  GAP("gap"),
  /** It cannot be read. */
  UNDECODABLE("undecodable"),
  /** One before it was put aside. */
  BEHIND("behind");

  private final String label;

  ParkReason(String label) {
    this.label = label;
  }

  /** The reason's name in the database and in JSON. */
  public String label() {
    return label;
  }

  static ParkReason of(String label) {
    return Arrays.stream(values())
        .filter(reason -> reason.label.equals(label))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("'" + label + "' is no reason to park"));
  }
}
