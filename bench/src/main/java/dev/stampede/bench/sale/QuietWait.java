package dev.stampede.bench.sale;

import java.time.Duration;

/**
 * Waits until the servers and services that this benchmark has started are idle. A sale leaves work
 * behind, which would count against the case that is measured next.
 *
 * @param atMost the longest wait; zero waits for nothing
 */
public record QuietWait(Duration atMost) {

  /** Processors in use: an idle server with its services uses less than this. */
  private static final double IDLE = 0.1;

  /** Longer than the ticks in which the system counts processor time. */
  private static final Duration LOOK = Duration.ofMillis(400);

  public void await() throws InterruptedException {
    long end = System.nanoTime() + atMost.toNanos();
    while (System.nanoTime() - end < 0 && inUse() > IDLE) {
      // Looking takes its time.
    }
  }

  private static double inUse() throws InterruptedException {
    long start = System.nanoTime();
    Duration before = HttpRound.startedCpuTime();
    Thread.sleep(LOOK);
    Duration used = HttpRound.startedCpuTime().minus(before);
    return (double) used.toNanos() / (System.nanoTime() - start);
  }
}
