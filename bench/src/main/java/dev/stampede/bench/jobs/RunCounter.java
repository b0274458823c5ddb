package dev.stampede.bench.jobs;

import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;

/** Counts runs, and waits until there were enough of them. */
final class RunCounter {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration LOOK = Duration.ofMillis(2);

  private final LongAdder runs = new LongAdder();

  void count() {
    runs.increment();
  }

  long sum() {
    return runs.sum();
  }

  void reset() {
    runs.reset();
  }

  void await(int wanted) throws InterruptedException, TimeoutException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (runs.sum() < wanted) {
      if (System.nanoTime() - deadline > 0) {
        throw new TimeoutException(
            "%d of %d jobs have run within %d s"
                .formatted(runs.sum(), wanted, PATIENCE.toSeconds()));
      }
      Thread.sleep(LOOK);
    }
  }
}
