package dev.stampede.locks;

import java.time.Duration;

/** Refuses values out of bounds, by name, with the bounds. */
final class LockBounds {

  private LockBounds() {}

  static void check(String what, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          "%s is %d ms; set %d..%d ms"
              .formatted(what, value.toMillis(), least.toMillis(), most.toMillis()));
    }
  }

  static void check(String what, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "%s is %d; set %d..%d".formatted(what, value, least, most));
    }
  }
}
