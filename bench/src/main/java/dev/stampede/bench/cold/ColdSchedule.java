package dev.stampede.bench.cold;

import dev.stampede.bench.cold.AnswersBySecond.Window;
import dev.stampede.bench.report.Effort;
import java.time.Duration;

/**
 * The seconds that are compared, and the number of shows that have a seat for every claim.
 *
 * @param practice load before the first measurement, for the generator's own compiler
 */
record ColdSchedule(Window first, Window last, int shows, Duration practice) {

  private static final Duration LENGTH = Duration.ofSeconds(10);

  static ColdSchedule of(Effort effort) {
    return effort.quick()
        ? new ColdSchedule(at(0), at(15), 1, Duration.ofSeconds(2))
        : new ColdSchedule(at(0), at(120), 16, Duration.ofSeconds(15));
  }

  Duration whole() {
    return last.from().plus(last.length());
  }

  private static Window at(int second) {
    return new Window(Duration.ofSeconds(second), LENGTH);
  }
}
