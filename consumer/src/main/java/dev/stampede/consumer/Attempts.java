package dev.stampede.consumer;

import java.time.Duration;

/**
 * The number of times that a reader tries an event whose handler fails, with pauses that double. A
 * database that is away does not count as an attempt: the reader waits for it, however long.
 */
public record Attempts(int most, Duration firstPause, Duration longestPause) {

  private static final Duration MAX_PAUSE = Duration.ofMinutes(5);
  private static final int MAX_DOUBLINGS = 20;

  /** Below the limits, which it is checked by. */
  public static final Attempts DEFAULT =
      new Attempts(5, Duration.ofMillis(50), Duration.ofSeconds(5));

  public Attempts {
    ReaderBounds.within("the number of attempts", most, 1, 100);
    ReaderBounds.within("the longest pause", longestPause, Duration.ofMillis(1), MAX_PAUSE);
    ReaderBounds.within("the first pause", firstPause, Duration.ofMillis(1), longestPause);
  }

  /** After so many failures in a row. */
  Duration pause(int failures) {
    Duration doubled = firstPause.multipliedBy(1L << Math.clamp(failures - 1, 0, MAX_DOUBLINGS));
    return doubled.compareTo(longestPause) < 0 ? doubled : longestPause;
  }
}
