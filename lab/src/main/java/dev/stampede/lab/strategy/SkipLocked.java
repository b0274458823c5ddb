package dev.stampede.lab.strategy;

import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.Wanted;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * Locks the rows it looks at and passes over those that others have locked: everybody gets another
 * ticket, and nobody waits.
 *
 * <p>A row that was passed over may become free again, so an empty result proves nothing. A buyer
 * who wants any ticket then waits for those that are left; one who wants this ticket and no other
 * is told that it is busy.
 *
 * <p>Nor is an empty result quite empty: a row that was sold between our look and our lock is
 * locked and then left out of the answer, and stays locked. Two who wait with such rows locked wait
 * for each other (SQLSTATE 40P01, a second later). So they are given back before anything is waited
 * for.
 */
final class SkipLocked implements Way {

  private static final String LOCKING = "FOR UPDATE SKIP LOCKED";

  private final WaySteps steps;
  private final Pessimistic waiting;

  SkipLocked(WaySteps steps) {
    this.steps = steps;
    this.waiting = new Pessimistic(steps);
  }

  @Override
  public Try within(Connection transaction, Claim.Hold claim) throws SQLException {
    List<LabSeatRow> tickets = SeatTable.look(transaction, claim, LOCKING);
    if (tickets.size() < claim.wanted().quantity()) {
      transaction.rollback();
      return claim.wanted() instanceof Wanted.Best
          ? waiting.within(transaction, claim)
          : new Try.Busy("somebody else has locked it");
    }
    Optional<Try> refusal = steps.refusal(claim, tickets);
    if (refusal.isPresent()) {
      return refusal.get();
    }
    steps.think();
    SeatTable.write(transaction, claim, tickets);
    return WaySteps.sold(tickets);
  }
}
