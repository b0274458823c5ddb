package dev.stampede.server.hold;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.HeldSeats;
import dev.stampede.engine.claim.HoldId;
import java.util.List;
import java.util.Optional;

/** Where a buyer's live holds are read piece by piece, in the order of their ids. */
@FunctionalInterface
public interface LiveHolds {

  /** Those after a place, at most {@code limit}. */
  List<HeldSeats> after(Buyer owner, Optional<HoldId> place, int limit);
}
