package dev.stampede.lab.strategy;

import dev.stampede.postgres.claim.UnderLocks;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Work inside a transaction, of which only its duration matters. */
final class Thinking {

  private Thinking() {}

  static UnderLocks of(Duration time) {
    return time.isZero() ? UnderLocks.NOTHING : () -> pause(time);
  }

  /** Whole, however often the thread is woken; but not by one who was told to stop. */
  static void pause(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    for (long left = time.toNanos();
        left > 0 && !Thread.currentThread().isInterrupted();
        left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}
