package dev.stampede.engine.claim;

import dev.stampede.engine.show.ShowId;
import java.time.Instant;
import java.util.Optional;

/**
 * One change of one seat, the {@code version}-th: the proof of its history.
 *
 * @param booking where it was sold, or freed because a booking was cancelled
 */
public record SeatEvent(
    ShowId show,
    int seat,
    int version,
    Type type,
    Reason reason,
    Buyer buyer,
    HoldId hold,
    Optional<BookingId> booking,
    Instant at) {

  /** The change that an event reports. */
  public enum Type {
    HELD,
    RELEASED,
    SOLD
  }

  /** The reason, where the type leaves it open. */
  public enum Reason {
    CLAIMED,
    GIVEN_BACK,
    EXPIRED,
    PAID,
    CANCELLED,
    /** Held on by the same hold, which ends later now. */
    MORE_TIME
  }
}
