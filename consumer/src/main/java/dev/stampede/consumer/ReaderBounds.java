package dev.stampede.consumer;

import java.time.Duration;

/** Checks of what callers hand in; each says what it got, the limit, and so what to do. */
final class ReaderBounds {

  private ReaderBounds() {}

  static void within(String what, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "%s is %d; set %d..%d".formatted(what, value, least, most));
    }
  }

  static void within(String what, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          "%s is %s; set %s..%s".formatted(what, value, least, most));
    }
  }
}
