package dev.stampede.engine.deadline;

import java.time.Duration;

/**
 * The moment until which the caller of a request waits. It is set once, where a request has
 * arrived, and every wait on the way down takes from what is left: the waits of the layers do not
 * add up.
 *
 * <p>It goes with the thread instead of with each call, since most of what lies between a request
 * and a wait has no use for it. Work without a deadline waits as long as each wait allows by
 * itself.
 *
 * <p>A deadline ends waiting, not work: a caller still waits for a write that is under way, because
 * nobody could tell its outcome otherwise.
 */
public final class RequestDeadline {

  private static final ScopedValue<RequestDeadline> CURRENT = ScopedValue.newInstance();

  private final long atNanos;

  private RequestDeadline(long atNanos) {
    this.atNanos = atNanos;
  }

  /** Does the work with a deadline so long from now, or with the caller's, if that is sooner. */
  public static <T, X extends Throwable> T within(
      Duration patience, ScopedValue.CallableOp<T, X> work) throws X {
    RequestDeadline deadline = new RequestDeadline(System.nanoTime() + left(patience).toNanos());
    return ScopedValue.where(CURRENT, deadline).call(work);
  }

  /**
   * Returns the time left until the deadline, at most this much; zero once the deadline has passed.
   */
  public static Duration left(Duration atMost) {
    if (!CURRENT.isBound()) {
      return atMost;
    }
    long left = Math.max(0, CURRENT.get().atNanos - System.nanoTime());
    return left < atMost.toNanos() ? Duration.ofNanos(left) : atMost;
  }

  /** True if the deadline has passed, so that no caller waits any more. */
  public static boolean passed() {
    return CURRENT.isBound() && CURRENT.get().atNanos - System.nanoTime() <= 0;
  }
}
