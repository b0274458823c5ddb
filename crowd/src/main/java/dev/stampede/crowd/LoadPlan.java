package dev.stampede.crowd;

import java.time.Duration;

/** The plan of a {@link LoadRun}: its target, pace, bounds and connections. */
public record LoadPlan(
    Target target, Pace pace, Bounds bounds, int connections, int threads, Duration timeout) {

  public static final int MAX_CONNECTIONS = 20_000;
  public static final int MAX_THREADS = 64;
  public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);

  public LoadPlan {
    Limits.check("connections", connections, 1, MAX_CONNECTIONS);
    Limits.check("threads", threads, 1, Math.min(MAX_THREADS, connections));
    Limits.check("timeout", timeout, Duration.ofMillis(1), Duration.ofHours(1));
  }

  /** Every connection asks again as soon as it is answered. */
  public static LoadPlan closed(Target target, int connections, Duration duration) {
    return plan(target, new Pace.Closed(), connections, duration);
  }

  /** Requests are due at a fixed rate, spread over the connections that are free. */
  public static LoadPlan open(Target target, double perSecond, int connections, Duration duration) {
    return plan(target, new Pace.Open(perSecond, Pace.Open.DEFAULT_BACKLOG), connections, duration);
  }

  private static LoadPlan plan(Target target, Pace pace, int connections, Duration duration) {
    Bounds bounds = new Bounds(Duration.ZERO, duration, Bounds.UNLIMITED);
    return new LoadPlan(target, pace, bounds, connections, 1, DEFAULT_TIMEOUT);
  }

  /** Send, but do not count, for this long before the measured duration begins. */
  public LoadPlan warmUp(Duration warmUp) {
    return within(new Bounds(warmUp, bounds.duration(), bounds.requests()));
  }

  /** End after so many counted requests, if the duration has not ended the run before. */
  public LoadPlan requests(long requests) {
    return within(new Bounds(bounds.warmUp(), bounds.duration(), requests));
  }

  /** Event loops to drive the connections with; one does for most targets. */
  public LoadPlan threads(int threads) {
    return new LoadPlan(target, pace, bounds, connections, threads, timeout);
  }

  /** Sets the time that a request may take once it is sent. */
  public LoadPlan timeout(Duration timeout) {
    return new LoadPlan(target, pace, bounds, connections, threads, timeout);
  }

  private LoadPlan within(Bounds newBounds) {
    return new LoadPlan(target, pace, newBounds, connections, threads, timeout);
  }
}
