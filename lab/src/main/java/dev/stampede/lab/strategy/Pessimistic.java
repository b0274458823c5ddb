package dev.stampede.lab.strategy;

import dev.stampede.engine.claim.Claim;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Locks the rows it looks at, in their order, and waits for those that others have locked. */
final class Pessimistic implements Way {

  static final String LOCKING = "FOR UPDATE";

  private final WaySteps steps;

  Pessimistic(WaySteps steps) {
    this.steps = steps;
  }

  @Override
  public Try within(Connection transaction, Claim.Hold claim) throws SQLException {
    List<LabSeatRow> tickets = SeatTable.look(transaction, claim, LOCKING);
    Optional<Try> refusal = steps.refusal(claim, tickets);
    if (refusal.isPresent()) {
      return refusal.get();
    }
    steps.think();
    SeatTable.write(transaction, claim, tickets);
    return WaySteps.sold(tickets);
  }
}
