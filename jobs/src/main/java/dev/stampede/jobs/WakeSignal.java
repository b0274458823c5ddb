package dev.stampede.jobs;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Wakes one waiting thread; signals raised before it wakes count as one. */
final class WakeSignal {

  private final Semaphore raised = new Semaphore(0);

  void raise() {
    // Two threads that see none may both raise one: the second look then finds nothing to do.
    if (raised.availablePermits() == 0) {
      raised.release();
    }
  }

  /** Waits for a signal; false if none came in time. */
  boolean await(Duration longest) throws InterruptedException {
    boolean came = raised.tryAcquire(Math.max(0, longest.toNanos()), TimeUnit.NANOSECONDS);
    if (came) {
      raised.drainPermits();
    }
    return came;
  }
}
