package dev.stampede.server;

import java.time.Duration;

/**
 * Measures a promise in real time on a machine that may stand still for seconds. A product that is
 * too slow is too slow in every try; a machine that stands still spoils one of them.
 */
public final class FewTries {

  /** The most tries that {@link #shortest} makes. */
  public static final int MOST = 5;

  private FewTries() {}

  /** Does something once, waits for its effect, and returns how long that took. */
  @FunctionalInterface
  public interface Try {
    Duration measure(int number) throws Exception;
  }

  /** Tries until it takes less than the limit, and returns the shortest time of all tries. */
  public static Duration shortest(Duration limit, Try measured) throws Exception {
    Duration shortest = measured.measure(0);
    for (int number = 1; number < MOST && shortest.compareTo(limit) >= 0; number++) {
      Duration took = measured.measure(number);
      shortest = took.compareTo(shortest) < 0 ? took : shortest;
    }
    return shortest;
  }
}
