package dev.stampede.lab.line;

import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimFailedException;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.ClaimOutcome.Overloaded;
import dev.stampede.engine.claim.Claims;
import dev.stampede.lab.plan.Queueing;
import dev.stampede.lab.strategy.ClaimFailure;
import dev.stampede.lab.strategy.Witness;
import java.sql.SQLException;
import java.util.concurrent.locks.LockSupport;

/**
 * Any way to claim, with a queue in front: enter, look until it is my turn, run, and always leave,
 * whether it worked or not.
 */
public final class QueuedClaims implements Claims {

  private final QueueTable queue;
  private final Queueing queueing;
  private final Claims behind;
  private final Witness witness;

  public QueuedClaims(QueueTable queue, Queueing queueing, Claims behind, Witness witness) {
    this.queue = queue;
    this.queueing = queueing;
    this.behind = behind;
    this.witness = witness;
  }

  @Override
  public ClaimOutcome claim(Claim claim) {
    if (!(claim instanceof Claim.Hold hold)) {
      throw new IllegalArgumentException("%s is no hold".formatted(claim));
    }
    try {
      long number = queue.enter(hold.show(), hold.buyer());
      witness.entered(hold, number);
      try {
        return inTurn(hold, number);
      } finally {
        queue.leave(number);
      }
    } catch (SQLException e) {
      throw new ClaimFailedException("the queue could not be used: " + e.getMessage(), e);
    }
  }

  private ClaimOutcome inTurn(Claim.Hold hold, long number) throws SQLException {
    for (int polls = 1; polls <= queueing.pollLimit(); polls++) {
      switch (queue.look(number)) {
        case MY_TURN -> {
          witness.turn(hold, number, polls);
          return behind.claim(hold);
        }
        case EXPIRED -> {
          return timedOut(hold, "the entry expired while its turn was waited for");
        }
        case OTHERS_FIRST -> LockSupport.parkNanos(queueing.pollInterval().toNanos());
      }
    }
    return timedOut(hold, "looked %d times".formatted(queueing.pollLimit()));
  }

  private ClaimOutcome timedOut(Claim.Hold hold, String how) {
    witness.gaveUp(hold, ClaimFailure.QUEUE_TIMEOUT);
    return new Overloaded("timed out in the queue: " + how);
  }
}
