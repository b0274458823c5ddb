package dev.stampede.server.http;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The age of what this server knows. While the database answers, the age does not matter; while it
 * is unavailable, the server answers from memory and states the age: the header {@code Age}, in
 * seconds, and {@code "stale": true} in the body.
 */
@FunctionalInterface
public interface Freshness {

  /** The database is always there; for those who have none to lose. */
  Freshness CERTAIN = Optional::empty;

  /** Since when nothing new can be known; nothing while all is well. */
  Optional<Duration> age();

  /** Returns the headers of an answer of this age. */
  static Map<String, String> headers(Duration age) {
    return Map.of("Age", Long.toString(Math.max(0, age.toSeconds())));
  }
}
