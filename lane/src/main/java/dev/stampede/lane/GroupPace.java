package dev.stampede.lane;

import java.time.Duration;

/**
 * The pace at which groups begin, shared by lanes that use the same processors and the same
 * database.
 *
 * <p>A group has a price of its own, as much as ten of its requests. Lanes that wrote as many
 * groups as they can would use up the processors at half of their greatest load, for groups of half
 * the size. So after a group of {@value #PACED_FROM} or more, requests gather for a while before
 * the next group begins, or until {@value #ENOUGH} have. Smaller groups are followed at once:
 * nobody waits without a crowd.
 */
public final class GroupPace {

  /** A group so large that more requests are on their way. */
  static final int PACED_FROM = 8;

  /** A group so large that its price hardly counts. */
  static final int ENOUGH = 96;

  private final long nanos;
  private volatile long nextNanos = System.nanoTime();

  /**
   * A pace.
   *
   * @param between the time between the beginnings of two groups, if the first is a crowd
   */
  public GroupPace(Duration between) {
    if (between.isNegative()) {
      throw new IllegalArgumentException("pace is " + between + "; it cannot be negative");
    }
    this.nanos = between.toNanos();
  }

  /** A group of this size begins. */
  void begins(int size) {
    nextNanos = System.nanoTime() + (size < PACED_FROM ? 0 : nanos);
  }

  /** Returns the nanoseconds until the next group may begin; negative if it may already. */
  long nanosLeft() {
    return nextNanos - System.nanoTime();
  }
}
