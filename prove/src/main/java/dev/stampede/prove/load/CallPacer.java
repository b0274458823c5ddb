package dev.stampede.prove.load;

import java.time.Duration;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/** The rhythm of one client: pauses of random length, shorter after an answer that took long. */
final class CallPacer {

  /** A client that is further behind than this does not catch up. */
  private static final Duration MOST_BEHIND = Duration.ofMillis(300);

  private final Random random;
  private final double meanNanos;
  private long due = System.nanoTime();

  CallPacer(Random random, double callsPerSecond) {
    this.random = random;
    this.meanNanos = Duration.ofSeconds(1).toNanos() / callsPerSecond;
  }

  /** Waits until the client's next call is due. */
  void await() throws InterruptedException {
    due += Math.round(meanNanos * (0.5 + random.nextDouble()));
    long now = System.nanoTime();
    due = Math.max(due, now - MOST_BEHIND.toNanos());
    pause(Duration.ofNanos(Math.max(0, due - now)));
  }

  static void pause(Duration time) throws InterruptedException {
    long until = System.nanoTime() + time.toNanos();
    for (long left = time.toNanos(); left > 0; left = until - System.nanoTime()) {
      LockSupport.parkNanos(left);
      if (Thread.interrupted()) {
        throw new InterruptedException("the load was stopped");
      }
    }
  }
}
