package dev.stampede.bench.fairness;

import dev.stampede.bench.report.Effort;
import dev.stampede.bench.turns.RoundSchedule;
import java.time.Duration;

/**
 * The lengths of the measurements.
 *
 * @param warmUp how long claims and echoes run before anything counts
 * @param refusals refusals against echoes, each alone
 * @param beside one show beside what others ask for
 */
record FairnessSchedule(Duration warmUp, RoundSchedule refusals, RoundSchedule beside) {

  private static final FairnessSchedule QUICK =
      new FairnessSchedule(
          Duration.ofSeconds(2),
          new RoundSchedule(1, Duration.ofSeconds(1), 2, Duration.ofSeconds(1)),
          new RoundSchedule(0, Duration.ZERO, 1, Duration.ofSeconds(3)));

  private static final FairnessSchedule FULL =
      new FairnessSchedule(
          Duration.ofSeconds(6),
          new RoundSchedule(1, Duration.ofSeconds(3), 3, Duration.ofSeconds(3)),
          new RoundSchedule(0, Duration.ZERO, 3, Duration.ofSeconds(6)));

  static FairnessSchedule of(Effort effort) {
    return effort.quick() ? QUICK : FULL;
  }
}
