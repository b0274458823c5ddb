package dev.stampede.lab.strategy;

import dev.stampede.engine.claim.Claim;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Looks, then writes. Two transactions that look at the same moment sell the same ticket. */
final class Unsafe implements Way {

  private final WaySteps steps;

  Unsafe(WaySteps steps) {
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
    SeatTable.write(transaction, claim, tickets);
    return WaySteps.sold(tickets);
  }
}
