package dev.stampede.bench.pages;

import dev.stampede.bench.report.Effort;
import java.time.Duration;

/**
 * The lengths of the measurements.
 *
 * @param openings how often the map is opened, by a browser that has never been there
 * @param watching how long frames are counted
 * @param settling how long those who watch their place do so before processor time counts
 * @param waiting how long it counts
 */
record PagesSchedule(int openings, Duration watching, Duration settling, Duration waiting) {

  static PagesSchedule of(Effort effort) {
    return effort.quick()
        ? new PagesSchedule(1, Duration.ofSeconds(2), Duration.ofSeconds(2), Duration.ofSeconds(4))
        : new PagesSchedule(
            7, Duration.ofSeconds(12), Duration.ofSeconds(15), Duration.ofSeconds(30));
  }
}
