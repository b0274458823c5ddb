package dev.stampede.lane;

import java.time.Duration;

/**
 * A lane's limits.
 *
 * @param capacity how many may wait; one more is refused at once
 * @param maxGroup the largest group; bounds one transaction's length and memory. While several keys
 *     wait it is a sixteenth of that: a caller that comes with another key waits for one group, and
 *     is told after the next
 * @param pace the time between the beginnings of two groups while there is a crowd ({@link
 *     GroupPace})
 * @param drain how long closing waits for those already accepted
 */
public record LaneSettings(int capacity, int maxGroup, Duration pace, Duration drain) {

  /** About as long as a large group takes. */
  private static final Duration PACE = Duration.ofMillis(8);

  public static final LaneSettings DEFAULT = new LaneSettings(4_096, 512, Duration.ofSeconds(10));

  private static final int SHARED_PART = 16;

  public LaneSettings(int capacity, int maxGroup, Duration drain) {
    this(capacity, maxGroup, PACE, drain);
  }

  int maxSharedGroup() {
    return Math.max(1, maxGroup / SHARED_PART);
  }

  public LaneSettings {
    if (capacity < 1) {
      throw new IllegalArgumentException("capacity is " + capacity + "; set 1 or more");
    }
    if (maxGroup < 1) {
      throw new IllegalArgumentException("max group is " + maxGroup + "; set 1 or more");
    }
    if (drain.isNegative()) {
      throw new IllegalArgumentException("drain is " + drain + "; it cannot be negative");
    }
  }
}
