package dev.stampede.lab.strategy;

import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.ClaimOutcome.Overloaded;
import dev.stampede.engine.claim.Claims;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** No more claims at once than there are connections: the others wait here, in order. */
final class Bounded implements Claims {

  private final Claims inner;
  private final Semaphore places;
  private final Duration patience;

  Bounded(Claims inner, int atOnce, Duration patience) {
    this.inner = inner;
    this.places = new Semaphore(atOnce, true);
    this.patience = patience;
  }

  @Override
  public ClaimOutcome claim(Claim claim) {
    try {
      if (!places.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS)) {
        return new Overloaded("no connection was free");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Overloaded("interrupted");
    }
    try {
      return inner.claim(claim);
    } finally {
      places.release();
    }
  }
}
