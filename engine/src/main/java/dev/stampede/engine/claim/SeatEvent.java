package dev.stampede.engine.claim;

import dev.stampede.engine.show.ShowId;
import java.time.Instant;

/** One change of one seat, the {@code version}-th: the proof of its history. */
public record SeatEvent(
    ShowId show,
    int seat,
    int version,
    Type type,
    Reason reason,
    Buyer buyer,
    HoldId hold,
    Instant at) {

  /** What happened to it. */
  public enum Type {
    HELD,
    RELEASED,
    SOLD
  }

  /** Why, where the type leaves it open. */
  public enum Reason {
    CLAIMED,
    GIVEN_BACK,
    EXPIRED
  }
}
