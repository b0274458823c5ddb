package dev.stampede.bench.overload;

import dev.stampede.bench.report.Effort;
import dev.stampede.bench.turns.RoundSchedule;
import java.time.Duration;

/**
 * The lengths of the measurements, chosen so that all ends within a minute, or within six.
 *
 * @param search looks for the best number of connections
 * @param overload the best, and more than that, in turns
 * @param settle before an open loop counts: its connections are opened, and the server finds out
 *     how much it can do
 */
record OverloadSchedule(RoundSchedule search, RoundSchedule overload, Duration settle) {

  private static final OverloadSchedule QUICK =
      new OverloadSchedule(
          new RoundSchedule(1, Duration.ofSeconds(1), 1, Duration.ofSeconds(1)),
          new RoundSchedule(0, Duration.ZERO, 2, Duration.ofSeconds(2)),
          Duration.ofSeconds(1));

  /**
   * The time for two rounds of more than can be served, and to stop everything, on a slow machine.
   */
  private static final Duration TWO_ROUNDS = Duration.ofSeconds(30);

  private static final Duration QUICK_ENDS_WITHIN = Duration.ofSeconds(60);

  private static final OverloadSchedule FULL =
      new OverloadSchedule(
          new RoundSchedule(2, Duration.ofSeconds(3), 3, Duration.ofSeconds(3)),
          // Refusing is code that has not run before.
          new RoundSchedule(2, Duration.ofSeconds(4), 5, Duration.ofSeconds(6)),
          Duration.ofSeconds(3));

  /**
   * The second part, with as many rounds as the rest of the time allows.
   *
   * @param gone since the start
   */
  RoundSchedule overloadAfter(Duration gone) {
    boolean late = gone.plus(TWO_ROUNDS).compareTo(QUICK_ENDS_WITHIN) > 0;
    return equals(QUICK) && late
        ? new RoundSchedule(overload.warmUps(), overload.warmUp(), 1, overload.round())
        : overload;
  }

  static OverloadSchedule of(Effort effort) {
    return effort.quick() ? QUICK : FULL;
  }
}
