package dev.stampede.bench.locks;

import dev.stampede.bench.report.Effort;
import dev.stampede.bench.turns.RoundSchedule;
import java.time.Duration;

/** The lengths of the parts. */
record LocksSchedule(
    RoundSchedule alone, RoundSchedule together, RoundSchedule lossy, Duration counting) {

  static LocksSchedule of(Effort effort) {
    return effort.quick()
        ? new LocksSchedule(
            new RoundSchedule(1, Duration.ofMillis(600), 2, Duration.ofMillis(300)),
            new RoundSchedule(1, Duration.ofMillis(1_000), 2, Duration.ofMillis(700)),
            new RoundSchedule(1, Duration.ofMillis(500), 1, Duration.ofMillis(2_000)),
            Duration.ofMillis(300))
        : new LocksSchedule(
            new RoundSchedule(3, Duration.ofSeconds(1), 5, Duration.ofSeconds(1)),
            new RoundSchedule(3, Duration.ofSeconds(2), 5, Duration.ofSeconds(2)),
            new RoundSchedule(1, Duration.ofSeconds(2), 3, Duration.ofSeconds(4)),
            Duration.ofSeconds(2));
  }
}
