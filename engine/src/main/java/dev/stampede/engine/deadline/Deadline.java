package dev.stampede.engine.deadline;

import java.time.Duration;

/**
 * The moment until which whoever asked waits. It is set once, where a request has arrived, and
 * every wait on the way down takes from what is left: the waits of the layers do not add up.
 *
 * <p>It goes with the thread instead of with each call, since most of what lies between a request
 * and a wait has no use for it. Work without a deadline waits as long as each wait allows by
 * itself.
 *
 * <p>A deadline ends waiting, not work: what is being written is waited for, because nobody could
 * say what became of it.
 */
public final class Deadline {

  private static final ScopedValue<Deadline> CURRENT = ScopedValue.newInstance();

  private final long atNanos;

  private Deadline(long atNanos) {
    this.atNanos = atNanos;
  }

  /** Does the work with a deadline so long from now, or at that of who called, if it is sooner. */
  public static <T, X extends Throwable> T within(
      Duration patience, ScopedValue.CallableOp<T, X> work) throws X {
    Deadline deadline = new Deadline(System.nanoTime() + left(patience).toNanos());
    return ScopedValue.where(CURRENT, deadline).call(work);
  }

  /** How long may be waited, of this much at most; zero when the time is over. */
  public static Duration left(Duration atMost) {
    if (!CURRENT.isBound()) {
      return atMost;
    }
    long left = Math.max(0, CURRENT.get().atNanos - System.nanoTime());
    return left < atMost.toNanos() ? Duration.ofNanos(left) : atMost;
  }

  /** Whether nobody waits any more. */
  public static boolean passed() {
    return CURRENT.isBound() && CURRENT.get().atNanos - System.nanoTime() <= 0;
  }
}
