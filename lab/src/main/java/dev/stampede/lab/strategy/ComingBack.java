package dev.stampede.lab.strategy;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Decides if a buyer who was told "busy" tries again. */
enum ComingBack {
  /** They have waited long enough already. */
  NEVER,

  /** They were told at once, as by "409 Conflict", and come back after a pause that grows. */
  AFTER_A_PAUSE;

  private static final long LONGEST_MILLIS = 256;

  /**
   * Up to 2 ms after the first attempt, twice as long after each; at random, so that not all come
   * back together.
   */
  void pause(int attempts) {
    long limit = Math.min(LONGEST_MILLIS, 1L << Math.min(attempts, 30));
    Thinking.pause(Duration.ofNanos(ThreadLocalRandom.current().nextLong(limit * 1_000_000)));
  }
}
