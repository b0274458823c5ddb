package dev.stampede.workers;

import java.time.Duration;

/**
 * A pool's limits.
 *
 * @param workers how many tasks run at once
 * @param waiting how many may wait for a worker; one more is refused
 * @param drain how long closing waits for what was accepted before it cancels the rest
 * @param grace how long after an interrupt a task is waited for before it is reported and left
 */
public record PoolSettings(int workers, int waiting, Duration drain, Duration grace) {

  public static final int DEFAULT_WORKERS = 20;
  public static final PoolSettings DEFAULT =
      new PoolSettings(DEFAULT_WORKERS, 1_000, Duration.ofSeconds(10), Duration.ofSeconds(1));

  private static final int MAX_WORKERS = 100_000;
  private static final int MAX_WAITING = 10_000_000;

  public PoolSettings {
    if (workers < 1 || workers > MAX_WORKERS) {
      throw new IllegalArgumentException(
          "workers is %d; set 1..%d (default %d)".formatted(workers, MAX_WORKERS, DEFAULT_WORKERS));
    }
    if (waiting < 0 || waiting > MAX_WAITING) {
      throw new IllegalArgumentException(
          "waiting is %d; set 0..%d".formatted(waiting, MAX_WAITING));
    }
    if (drain.isNegative() || grace.isNegative()) {
      throw new IllegalArgumentException(
          "drain is %s and grace is %s; neither can be negative".formatted(drain, grace));
    }
  }

  /** The default with another number of workers. */
  public static PoolSettings workers(int workers) {
    return new PoolSettings(workers, DEFAULT.waiting(), DEFAULT.drain(), DEFAULT.grace());
  }

  public PoolSettings waiting(int most) {
    return new PoolSettings(workers, most, drain, grace);
  }

  public PoolSettings drain(Duration longest) {
    return new PoolSettings(workers, waiting, longest, grace);
  }
}
