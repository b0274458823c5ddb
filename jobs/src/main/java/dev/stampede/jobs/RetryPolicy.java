package dev.stampede.jobs;

import java.time.Duration;
import java.util.function.DoubleSupplier;

/**
 * The number of times that a failing job runs, and the pauses between. Pauses double from the first
 * to the longest; each is drawn from its upper half, so that jobs that failed together do not come
 * back together.
 *
 * @param maxFailures with this many failed runs a job is dead; recurring jobs never are
 */
public record RetryPolicy(int maxFailures, Duration firstPause, Duration longestPause) {

  // Before the default, which is checked against them.
  private static final Duration LEAST_PAUSE = Duration.ofMillis(1);
  private static final Duration MOST_PAUSE = Duration.ofDays(7);

  public static final RetryPolicy DEFAULT =
      new RetryPolicy(10, Duration.ofSeconds(1), Duration.ofMinutes(10));

  /** More doublings than fit between the least and the most pause. */
  private static final int MOST_DOUBLINGS = 40;

  public RetryPolicy {
    Bounds.within("max failures", maxFailures, 1, 1_000);
    Bounds.within("first pause", firstPause, LEAST_PAUSE, MOST_PAUSE);
    Bounds.within("longest pause", longestPause, firstPause, MOST_PAUSE);
  }

  boolean isLast(int failuresBefore) {
    return failuresBefore + 1 >= maxFailures;
  }

  /**
   * Before the next run.
   *
   * @param random gives numbers from 0 to 1
   */
  Duration pause(int failuresBefore, DoubleSupplier random) {
    double doubled =
        (double) firstPause.toMillis() * Math.pow(2, Math.min(failuresBefore, MOST_DOUBLINGS));
    double whole = Math.min(doubled, (double) longestPause.toMillis());
    return Duration.ofMillis(Math.round(whole / 2 + whole / 2 * random.getAsDouble()));
  }
}
