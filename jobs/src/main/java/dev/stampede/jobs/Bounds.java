package dev.stampede.jobs;

import java.time.Duration;

/** Checks of what callers hand in; each says what it got, the limit, and so what to do. */
final class Bounds {

  private Bounds() {}

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

  /** PostgreSQL's text has no place for the zero character. */
  static void text(String what, String value, int least, int most) {
    if (value.length() < least || value.length() > most) {
      throw new IllegalArgumentException(
          "%s has %d characters; give %d..%d".formatted(what, value.length(), least, most));
    }
    if (value.indexOf('\0') >= 0) {
      throw new IllegalArgumentException(what + " has a zero character in it; leave it out");
    }
  }
}
