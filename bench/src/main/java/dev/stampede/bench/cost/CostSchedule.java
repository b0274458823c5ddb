package dev.stampede.bench.cost;

import dev.stampede.bench.report.Effort;
import java.time.Duration;

/**
 * The lengths of the warm-up and of the measurement.
 *
 * @param warmUp until the server's code is compiled
 * @param window in which claims are counted; it ends early when all seats of its show are sold
 */
record CostSchedule(Duration warmUp, Duration window) {

  private static final CostSchedule QUICK =
      new CostSchedule(Duration.ofSeconds(15), Duration.ofSeconds(5));

  private static final CostSchedule FULL =
      new CostSchedule(Duration.ofSeconds(120), Duration.ofSeconds(20));

  static CostSchedule of(Effort effort) {
    return effort.quick() ? QUICK : FULL;
  }
}
