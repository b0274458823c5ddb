package dev.stampede.crowd.demo;

import java.time.Duration;

/**
 * The speed of a crowd.
 *
 * @param intoLine how long until all have come to a line, which lets them through at its own rate
 * @param toSeats how long until all have come where there is no line to slow them down
 * @param thought how long people think before each step, about; some half of it, some twice
 * @param atMost the time after which those who are left go home
 */
public record CrowdSpeed(Duration intoLine, Duration toSeats, Duration thought, Duration atMost) {

  private static final Duration LONGEST = Duration.ofHours(1);
  private static final Duration LINE_FILLS_IN = Duration.ofSeconds(30);
  private static final Duration EACH_AT_THE_SEATS = Duration.ofMillis(75);
  private static final Duration THOUGHT = Duration.ofSeconds(5);
  private static final Duration HOME_AFTER = Duration.ofMinutes(20);

  public CrowdSpeed {
    check("intoLine", intoLine);
    check("toSeats", toSeats);
    check("thought", thought);
    check("atMost", atMost);
  }

  /** For a person who watches: 2,000 buyers take two or three minutes, and two cores are enough. */
  public static CrowdSpeed toWatch(int buyers) {
    return new CrowdSpeed(
        LINE_FILLS_IN, EACH_AT_THE_SEATS.multipliedBy(buyers), THOUGHT, HOME_AFTER);
  }

  private static void check(String name, Duration value) {
    if (!value.isPositive() || value.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "%s is %s; set more than nothing, and at most %s".formatted(name, value, LONGEST));
    }
  }
}
