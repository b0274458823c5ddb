package dev.stampede.crowd;

/**
 * The times at which the requests of one event loop are due, on the clock of {@link
 * System#nanoTime()}.
 */
sealed interface LoopArrivals permits ClosedLoopArrivals, OpenLoopArrivals {

  /** Notes what has become due. */
  void advance(long nowNanos);

  /** True if a request is due and not yet taken. */
  boolean due();

  /** Takes the request that has been due longest; the answer is when that was. */
  long take(long nowNanos);

  /** Returns the time until a request is due, for a loop with nothing else to do. */
  long nanosUntilDue(long nowNanos);

  /** Returns the number of requests that were turned away, of those that count. */
  long turnedAway();
}
