package dev.stampede.prove.fault;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** The bounds of a fault's duration; both are zero for a single step. */
public record Length(Duration shortest, Duration longest) {

  static final Length STEP = new Length(Duration.ZERO, Duration.ZERO);

  public Length {
    if (shortest.isNegative() || longest.compareTo(shortest) < 0) {
      throw new IllegalArgumentException(
          "a fault of %s to %s; give two durations in order".formatted(shortest, longest));
    }
  }

  static Length millis(long shortest, long longest) {
    return new Length(Duration.ofMillis(shortest), Duration.ofMillis(longest));
  }

  boolean isStep() {
    return longest.isZero();
  }

  Duration any(RandomGenerator random) {
    long least = shortest.toMillis();
    return Duration.ofMillis(least + random.nextLong(longest.toMillis() - least + 1));
  }
}
