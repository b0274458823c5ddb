package dev.stampede.embedded;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Limits how often a service that keeps dying is started again, and sets the wait before each
 * start.
 */
final class RestartLimit {

  static final int MAX_DEATHS = 5;
  static final Duration WINDOW = Duration.ofMinutes(1);

  private static final Duration FIRST_BACK_OFF = Duration.ofMillis(100);

  private final Deque<Instant> deaths = new ArrayDeque<>();

  /** Counts a death; false when there were too many of them within the window. */
  boolean another(Instant now) {
    while (!deaths.isEmpty() && Duration.between(deaths.getFirst(), now).compareTo(WINDOW) > 0) {
      deaths.removeFirst();
    }
    deaths.addLast(now);
    return deaths.size() < MAX_DEATHS;
  }

  /** Doubles with each recent death: 100 ms, 200 ms, 400 ms, 800 ms. */
  Duration backOff() {
    return FIRST_BACK_OFF.multipliedBy(1L << Math.min(deaths.size() - 1, MAX_DEATHS));
  }

  String reason() {
    return "it died %d times within %d s".formatted(deaths.size(), WINDOW.toSeconds());
  }
}
