package dev.stampede.lab.plan;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** The seats that buyers are after. */
public enum Want {
  /** The lowest rank still unsold: all fight for one seat and then move on to the next. */
  FIRST_FREE("first-free"),
  /** The very same seats for everybody. */
  SAME("same"),
  /** Seats chosen by the seed, each buyer others. */
  RANDOM("random");

  private final String word;

  Want(String word) {
    this.word = word;
  }

  public String word() {
    return word;
  }

  public static Optional<Want> named(String word) {
    return Arrays.stream(values()).filter(want -> want.word.equals(word)).findFirst();
  }

  /** All names, for messages. */
  public static String names() {
    return Arrays.stream(values()).map(Want::word).collect(Collectors.joining(", "));
  }
}
