package dev.stampede.engine.claim;

import java.util.List;
import java.util.Optional;

/** Where holds are read. */
public interface Holds {

  /** A hold as its owner asks for it. */
  sealed interface Found {

    record Live(HeldSeats hold) implements Found {}

    /** It ended, by its time or by its buyer's hand. */
    record Ended(HeldSeats hold) implements Found {}
  }

  /** Empty also for somebody else's. */
  Optional<Found> find(HoldId id, Buyer owner);

  /** The buyer's live holds, oldest first; at most {@code limit}. */
  List<HeldSeats> live(Buyer owner, int limit);
}
