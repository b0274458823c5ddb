package dev.stampede.bench.waitingroom;

import dev.stampede.bench.report.Effort;
import dev.stampede.bench.turns.RoundSchedule;
import java.time.Duration;

/**
 * The sizes and lengths of the measurements, chosen so that all ends within a minute, or within
 * eight.
 *
 * @param people in the long line
 * @param holders buyers with a token, evenly spread among the people
 * @param admitted buyers who are let in while the benchmark watches how long Redis is busy with
 *     that
 * @param returning put back after the line was lost
 * @param early buyers who come before the opening, where many lines are drawn at once
 */
record RoomSchedule(
    int people, int holders, int admitted, int returning, int early, RoundSchedule turns) {

  private static final RoomSchedule QUICK =
      new RoomSchedule(
          100_000,
          25_000,
          5_000,
          25_000,
          1_000,
          new RoundSchedule(1, Duration.ofMillis(500), 2, Duration.ofMillis(500)));

  private static final RoomSchedule FULL =
      new RoomSchedule(
          1_000_000,
          100_000,
          50_000,
          100_000,
          5_000,
          new RoundSchedule(2, Duration.ofSeconds(2), 5, Duration.ofSeconds(2)));

  static RoomSchedule of(Effort effort) {
    return effort.quick() ? QUICK : FULL;
  }

  /** Returns the distance between two holders in line. */
  int apart() {
    return people / holders;
  }
}
