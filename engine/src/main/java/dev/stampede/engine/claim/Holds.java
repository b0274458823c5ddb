package dev.stampede.engine.claim;

import java.util.List;
import java.util.Optional;

/** Reads holds. */
public interface Holds {

  /** A hold as its owner asks for it. */
  sealed interface Found {

    record Live(HeldSeats hold) implements Found {}

    /** It ended, by its time or by its buyer's hand. */
    record Ended(HeldSeats hold) implements Found {}

    /** It has become a booking. */
    record Paid(HeldSeats hold, BookingId booking) implements Found {}
  }

  /** Finds a hold of this buyer; empty also for another buyer's. */
  Optional<Found> find(HoldId id, Buyer owner);

  /**
   * Finds a hold of any buyer, live or not, to tell its owner and its show to a caller who may pay
   * it.
   */
  Optional<HeldSeats> find(HoldId id);

  /**
   * The buyer's live holds in the order of their ids, which is about that of their making: those
   * after a place, at most {@code limit}. The place need not be a hold's that is still live.
   */
  List<HeldSeats> live(Buyer owner, Optional<HoldId> after, int limit);
}
