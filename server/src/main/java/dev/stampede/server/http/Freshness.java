package dev.stampede.server.http;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * How old what this server knows may be. While the database answers that is no question; while it
 * is away, what is in memory is given out with its age: the header {@code Age}, in seconds, and
 * {@code "stale": true} in the body.
 */
@FunctionalInterface
public interface Freshness {

  /** The database is always there; for those who have none to lose. */
  Freshness CERTAIN = Optional::empty;

  /** Since when nothing new can be known; nothing while all is well. */
  Optional<Duration> age();

  /** What an answer of this age carries. */
  static Map<String, String> headers(Duration age) {
    return Map.of("Age", Long.toString(Math.max(0, age.toSeconds())));
  }
}
