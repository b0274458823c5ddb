package dev.stampede.jobs;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Rung by many, answered by one; rings that come before the answer are one ring. */
final class Doorbell {

  private final Semaphore rung = new Semaphore(0);

  void ring() {
    // Two who see it silent may both ring: the second answer then finds nothing to do.
    if (rung.availablePermits() == 0) {
      rung.release();
    }
  }

  /** Waits for a ring; false when there was none in time. */
  boolean await(Duration longest) throws InterruptedException {
    boolean heard = rung.tryAcquire(Math.max(0, longest.toNanos()), TimeUnit.NANOSECONDS);
    if (heard) {
      rung.drainPermits();
    }
    return heard;
  }
}
