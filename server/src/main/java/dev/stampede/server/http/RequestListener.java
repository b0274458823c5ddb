package dev.stampede.server.http;

import java.time.Duration;

/**
 * Hears of requests, and how they were answered. Called by their own threads: be quick, do not
 * throw.
 */
@FunctionalInterface
public interface RequestListener {

  /** Somebody uses the API. Health checks, metrics and pages are not told of. */
  default void arrived() {}

  /** An answer has ended; streams apart. */
  void answered(Duration took);

  /** A request to a route that moves seats or points was answered, whichever layer refused it. */
  default void claimed(Answer answer) {}
}
