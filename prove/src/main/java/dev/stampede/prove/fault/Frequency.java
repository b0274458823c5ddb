package dev.stampede.prove.fault;

import java.time.Duration;

/**
 * The place of a kind in a schedule.
 *
 * @param weight how often it comes in each round of all kinds
 * @param most how often it comes in a run
 * @param recovers the time that the site usually needs after its repair
 */
record Frequency(int weight, int most, Duration recovers) {

  private static final int ANY_NUMBER = Integer.MAX_VALUE;

  /** A fault that the site has forgotten at once. */
  static final Frequency OFTEN = new Frequency(3, ANY_NUMBER, Duration.ZERO);

  static final Frequency USUAL = new Frequency(2, ANY_NUMBER, Duration.ofSeconds(1));

  /** A fault after which processes start or connections come back. */
  static final Frequency SELDOM = new Frequency(1, ANY_NUMBER, Duration.ofSeconds(6));

  /** At most so often in a run. */
  static Frequency atMost(int times) {
    return new Frequency(1, times, Duration.ofSeconds(6));
  }
}
