package dev.stampede.crowd;

import java.time.Duration;

/** The plan of a {@link LoadRun}: its target, pace, bounds and connections. */
public record LoadPlan(
    Target target,
    LoadPace pace,
    RunLimits bounds,
    int connections,
    int threads,
    Duration timeout) {

  public static final int MAX_CONNECTIONS = 20_000;
  public static final int MAX_THREADS = 64;
  public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);

  public LoadPlan {
    PlanBounds.check("connections", connections, 1, MAX_CONNECTIONS);
    PlanBounds.check("threads", threads, 1, Math.min(MAX_THREADS, connections));
    PlanBounds.check("timeout", timeout, Duration.ofMillis(1), Duration.ofHours(1));
  }

  /** Every connection asks again as soon as it is answered. */
  public static LoadPlan closed(Target target, int connections, Duration duration) {
    return plan(target, new LoadPace.Closed(), connections, duration);
  }

  /** Requests are due at a fixed rate, spread over the connections that are free. */
  public static LoadPlan open(Target target, double perSecond, int connections, Duration duration) {
    return plan(
        target, new LoadPace.Open(perSecond, LoadPace.Open.DEFAULT_BACKLOG), connections, duration);
  }

  private static LoadPlan plan(Target target, LoadPace pace, int connections, Duration duration) {
    RunLimits bounds = new RunLimits(Duration.ZERO, duration, RunLimits.UNLIMITED);
    return new LoadPlan(target, pace, bounds, connections, 1, DEFAULT_TIMEOUT);
  }

  /** Send, but do not count, for this long before the measured duration begins. */
  public LoadPlan warmUp(Duration warmUp) {
    return within(new RunLimits(warmUp, bounds.duration(), bounds.requests()));
  }

  /** End after so many counted requests, if the duration has not ended the run before. */
  public LoadPlan requests(long requests) {
    return within(new RunLimits(bounds.warmUp(), bounds.duration(), requests));
  }

  /** Event loops to drive the connections with; one does for most targets. */
  public LoadPlan threads(int threads) {
    return new LoadPlan(target, pace, bounds, connections, threads, timeout);
  }

  /** Sets the time that a request may take once it is sent. */
  public LoadPlan timeout(Duration timeout) {
    return new LoadPlan(target, pace, bounds, connections, threads, timeout);
  }

  private LoadPlan within(RunLimits newBounds) {
    return new LoadPlan(target, pace, newBounds, connections, threads, timeout);
  }
}
