package dev.stampede.crowd;

import java.time.Duration;

/**
 * The end of a run: after so many requests or so much time, whichever is first, and by the time in
 * any case. Requests that are due during the warm-up are sent but not counted.
 */
public record RunLimits(Duration warmUp, Duration duration, long requests) {

  public static final Duration MAX_DURATION = Duration.ofHours(24);
  public static final long UNLIMITED = Long.MAX_VALUE;

  public RunLimits {
    PlanBounds.check("warm-up", warmUp, Duration.ZERO, MAX_DURATION);
    PlanBounds.check("duration", duration, Duration.ofMillis(1), MAX_DURATION);
    PlanBounds.check("requests", requests, 1, UNLIMITED);
  }
}
