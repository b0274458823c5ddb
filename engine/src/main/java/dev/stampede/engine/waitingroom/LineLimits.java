package dev.stampede.engine.waitingroom;

import dev.stampede.engine.waitingroom.draw.EarlyArrivals;
import java.time.Duration;

/**
 * The limits of a line.
 *
 * @param patience the time for which a place is kept without a sign of life
 * @param longestPoll the longest time between two polls of a buyer; after a loss nobody is let in
 *     for this time, so that all buyers can return
 * @param shortestPoll the shortest time between two polls of a buyer
 * @param block how many numbers a server reserves at once
 * @param maxWaiting the limit of buyers in one line; a draw must be able to take all of them, or
 *     the line would never open
 */
public record LineLimits(
    Duration patience, Duration longestPoll, Duration shortestPoll, int block, long maxWaiting) {

  public static final Duration DEFAULT_PATIENCE = Duration.ofMinutes(5);

  public static final LineLimits DEFAULT =
      new LineLimits(
          DEFAULT_PATIENCE,
          Duration.ofMinutes(1),
          Duration.ofSeconds(1),
          100_000,
          EarlyArrivals.MAX);

  public LineLimits {
    if (patience.compareTo(longestPoll) <= 0) {
      throw new IllegalArgumentException(
          "patience is %d s and the longest poll is %d s; set patience above the longest poll"
              .formatted(patience.toSeconds(), longestPoll.toSeconds()));
    }
    if (shortestPoll.compareTo(longestPoll) > 0 || !shortestPoll.isPositive()) {
      throw new IllegalArgumentException(
          "the shortest wait between polls is %d ms; set 1..%d"
              .formatted(shortestPoll.toMillis(), longestPoll.toMillis()));
    }
    if (block < 1 || maxWaiting < 1 || maxWaiting > EarlyArrivals.MAX) {
      throw new IllegalArgumentException(
          "block is %d, set 1 or more; maxWaiting is %d, set 1..%d"
              .formatted(block, maxWaiting, EarlyArrivals.MAX));
    }
  }

  /** A room goes to rest when its line was empty, and nobody has asked for it, for this long. */
  public Duration restsAfter() {
    return longestPoll.dividedBy(2);
  }

  public LineLimits withPatience(Duration other) {
    return new LineLimits(other, longestPoll, shortestPoll, block, maxWaiting);
  }
}
