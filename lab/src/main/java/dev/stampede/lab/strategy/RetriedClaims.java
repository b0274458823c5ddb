package dev.stampede.lab.strategy;

import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimFailedException;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.ClaimOutcome.Held;
import dev.stampede.engine.claim.ClaimOutcome.NotAvailable;
import dev.stampede.engine.claim.ClaimOutcome.Overloaded;
import dev.stampede.engine.claim.ClaimOutcome.SeatsTaken;
import dev.stampede.engine.claim.Claims;
import dev.stampede.engine.claim.HeldSeats;
import dev.stampede.lab.services.LabStores;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * A way to claim, behind the product's port: attempt after attempt, each from the beginning, until
 * one is decided or all are used up. Then the answer is a time-out, although tickets may be left.
 *
 * <p>There is no pause between two attempts: the buyer who overtook this one has finished, and the
 * next attempt reads what they wrote.
 */
final class RetriedClaims implements Claims {

  private final Attempt attempt;
  private final int maxAttempts;
  private final ComingBack comingBack;
  private final Witness witness;

  RetriedClaims(Attempt attempt, int maxAttempts, ComingBack comingBack, Witness witness) {
    this.attempt = attempt;
    this.maxAttempts = maxAttempts;
    this.comingBack = comingBack;
    this.witness = witness;
  }

  @Override
  public ClaimOutcome claim(Claim claim) {
    if (!(claim instanceof Claim.Hold hold)) {
      throw new IllegalArgumentException(
          "%s is no hold; the lab's ways take seats and do nothing else".formatted(claim));
    }
    for (int number = 1; number <= maxAttempts; number++) {
      witness.begun(hold, number);
      long before = System.nanoTime();
      Try how = once(hold);
      witness.ended(hold, number, how, Duration.ofNanos(System.nanoTime() - before));
      switch (how) {
        case Try.Sold(List<Integer> seats) -> {
          return held(hold, seats);
        }
        case Try.Gone(List<Integer> seats) -> {
          return seats.isEmpty() ? new NotAvailable() : new SeatsTaken(seats);
        }
        case Try.Busy(String what) -> {
          if (comingBack == ComingBack.NEVER || number == maxAttempts) {
            witness.gaveUp(hold, ClaimFailure.LOCK_BUSY);
            return new Overloaded(what);
          }
          comingBack.pause(number);
        }
        case Try.Overtaken _ -> {
          // Once more, from the beginning.
        }
      }
    }
    witness.gaveUp(hold, ClaimFailure.ATTEMPTS_EXHAUSTED);
    return new Overloaded("overtaken in all of %d attempts".formatted(maxAttempts));
  }

  private Try once(Claim.Hold hold) {
    try {
      return attempt.of(hold);
    } catch (SQLException e) {
      throw new ClaimFailedException(
          "%s could not be decided: %s".formatted(hold.described(), e.getMessage()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClaimFailedException("%s was interrupted".formatted(hold.described()), e);
    }
  }

  /** The hour is what {@link SeatTable} writes; nobody in the lab waits for its end. */
  private static ClaimOutcome held(Claim.Hold hold, List<Integer> seats) {
    return new Held(
        new HeldSeats(
            hold.id(),
            hold.show(),
            hold.buyer(),
            seats,
            seats.size() * LabStores.PRICE,
            Instant.now().plus(Duration.ofHours(1))));
  }
}
