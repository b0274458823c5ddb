package dev.stampede.bench.events;

import dev.stampede.bench.report.Effort;
import dev.stampede.bench.turns.RoundSchedule;
import java.time.Duration;

/**
 * The lengths of the measurements, chosen so that all ends within a minute, or within eight.
 *
 * @param backlog events that the relay has to send in a round
 * @param sold seats that are sold while somebody has an old snapshot
 * @param storm how long claims come as fast as they can before the rest is drained
 * @param tenth how long they come at a tenth of that
 */
record EventsSchedule(
    RoundSchedule cost, int rounds, int backlog, int sold, Duration storm, Duration tenth) {

  private static final EventsSchedule QUICK =
      new EventsSchedule(
          new RoundSchedule(1, Duration.ofMillis(500), 3, Duration.ofMillis(500)),
          1,
          40_000,
          60_000,
          Duration.ofSeconds(5),
          Duration.ofSeconds(5));

  private static final EventsSchedule FULL =
      new EventsSchedule(
          // Rounds of one case differ by a tenth, and the difference looked for is smaller.
          new RoundSchedule(2, Duration.ofSeconds(3), 21, Duration.ofSeconds(2)),
          5,
          150_000,
          500_000,
          Duration.ofSeconds(30),
          Duration.ofSeconds(20));

  static EventsSchedule of(Effort effort) {
    return effort.quick() ? QUICK : FULL;
  }
}
