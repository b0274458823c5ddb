package dev.stampede.engine.claim;

import java.time.Instant;
import java.util.Optional;

/**
 * A seat as the database has it.
 *
 * @param version counts every change of this seat, one event each, without gaps
 */
public record SeatRow(int seat, SeatState state, int version, Optional<Owner> owner) {

  /**
   * The owner of a seat: the buyer, their hold and, while the seat is only held, when the hold
   * ends.
   */
  public record Owner(Buyer buyer, HoldId hold, Instant until) {}

  /** Held, and the hold has not ended by then. */
  public boolean isHeldAt(Instant now) {
    return state == SeatState.HELD && owner.orElseThrow().until().isAfter(now);
  }

  /** Held by this very hold, whether or not its end has come. */
  public boolean isHeldBy(HoldId hold) {
    return state == SeatState.HELD && owner.orElseThrow().hold().equals(hold);
  }

  public boolean isFreeAt(Instant now) {
    return state == SeatState.FREE || (state == SeatState.HELD && !isHeldAt(now));
  }

  public boolean isHeldBy(Buyer buyer, Instant now) {
    return isHeldAt(now) && owner.orElseThrow().buyer().equals(buyer);
  }

  public boolean isSoldTo(Buyer buyer) {
    return state == SeatState.SOLD && owner.orElseThrow().buyer().equals(buyer);
  }
}
