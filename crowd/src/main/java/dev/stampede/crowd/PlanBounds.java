package dev.stampede.crowd;

import java.time.Duration;

/** Refuses what a plan cannot be, with the limit in the message. */
final class PlanBounds {

  private PlanBounds() {}

  static void check(String name, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "%s is %d; set %d..%d".formatted(name, value, least, most));
    }
  }

  static void check(String name, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          "%s is %s; set %s..%s".formatted(name, value, least, most));
    }
  }
}
