package dev.stampede.lab.strategy;

import dev.stampede.engine.claim.Claim;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * Looks without blocking anybody, and writes only if nothing has changed since. Many read the same
 * ticket and believe they can have it; one is right, and the others run again as a whole.
 */
final class Optimistic implements Way {

  private final WaySteps steps;

  Optimistic(WaySteps steps) {
    this.steps = steps;
  }

  @Override
  public Try within(Connection transaction, Claim.Hold claim) throws SQLException {
    List<LabSeatRow> tickets = SeatTable.look(transaction, claim, "");
    Optional<Try> refusal = steps.refusal(claim, tickets);
    if (refusal.isPresent()) {
      return refusal.get();
    }
    steps.think();
    return SeatTable.writeIfUnchanged(transaction, claim, tickets)
        ? WaySteps.sold(tickets)
        : new Try.Overtaken("another version");
  }
}
