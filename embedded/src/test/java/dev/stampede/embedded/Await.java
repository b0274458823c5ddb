package dev.stampede.embedded;

import static org.assertj.core.api.Assertions.fail;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Waits for a condition with a deadline. */
final class Await {

  private static final Duration DEADLINE = Duration.ofSeconds(90);
  private static final Duration POLL = Duration.ofMillis(20);

  private Await() {}

  /** A condition that throws counts as not met yet. */
  static void until(String awaited, Callable<Boolean> condition) {
    long deadline = System.nanoTime() + DEADLINE.toNanos();
    Object last = "false";
    while (System.nanoTime() - deadline < 0) {
      try {
        if (condition.call()) {
          return;
        }
        last = "false";
      } catch (Exception e) {
        last = e;
      }
      LockSupport.parkNanos(POLL.toNanos());
    }
    fail("%s: not within %s; last seen: %s", awaited, DEADLINE, last);
  }
}
