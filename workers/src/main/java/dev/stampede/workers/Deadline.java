package dev.stampede.workers;

import java.time.Duration;

/**
 * A moment by which something must have ended, on the monotonic clock of this process, so that
 * nobody's wrist watch moves it.
 */
public record Deadline(long atNanos) {

  /** Longer than any process lives, short enough to be added to the clock. */
  private static final Duration LONGEST = Duration.ofDays(365);

  public static Deadline in(Duration time) {
    Duration bounded = time.compareTo(LONGEST) > 0 ? LONGEST : time;
    return new Deadline(System.nanoTime() + bounded.toNanos());
  }

  /** Nothing, or less, once it has passed. */
  public Duration left() {
    return Duration.ofNanos(atNanos - System.nanoTime());
  }

  public boolean hasPassed() {
    return !left().isPositive();
  }

  /** The earlier of the two. */
  public Deadline orEarlier(Deadline other) {
    return atNanos - other.atNanos <= 0 ? this : other;
  }
}
