package dev.stampede.crowd;

/** Decides when requests are due. */
public sealed interface LoadPace {

  /** Each buyer asks again as soon as it is answered: how much can the target do? */
  record Closed() implements LoadPace {}

  /**
   * Requests are due at a fixed rate, whether or not earlier ones have been answered: how long do
   * people wait? A request that finds no free connection queues, and its latency counts from when
   * it was due. One that finds {@code maxBacklog} others queued is turned away and counted.
   */
  record Open(double perSecond, int maxBacklog) implements LoadPace {

    public static final double MAX_PER_SECOND = 1_000_000;
    public static final int MAX_BACKLOG = 10_000_000;
    public static final int DEFAULT_BACKLOG = 100_000;

    public Open {
      if (!(perSecond > 0 && perSecond <= MAX_PER_SECOND)) {
        throw new IllegalArgumentException(
            "rate is %s a second; set more than 0, at most %.0f"
                .formatted(perSecond, MAX_PER_SECOND));
      }
      PlanBounds.check("max-backlog", maxBacklog, 1, MAX_BACKLOG);
    }
  }
}
