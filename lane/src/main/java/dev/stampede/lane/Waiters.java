package dev.stampede.lane;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * Lets threads wait until a deadline without a timer each.
 *
 * <p>A virtual thread that parks with a time-out sets a timer and cancels it when it is woken. Both
 * wake the thread that keeps the timers, and in a sale that took a quarter of what all virtual
 * threads took. Nearly every wait here ends long before its deadline, so precision is worth little:
 * threads note their deadline and park without a timer, and one thread looks every {@link
 * #LOOK_EVERY} for those whose deadline has passed. That thread rests while nobody waits.
 *
 * <p>After {@link #close} nobody looks any more and waits are timed as usual: callers of a lane
 * that could not be drained still have to leave.
 */
final class Waiters implements AutoCloseable {

  /** The longest delay with which a passed deadline is noticed. */
  static final Duration LOOK_EVERY = Duration.ofMillis(20);

  /** A wait shorter than this is timed: being late by a look would be too much. */
  private static final Duration TIMED_BELOW = LOOK_EVERY.multipliedBy(5);

  /** So many looks in a row find nobody before the thread rests, a second: resting costs a wake. */
  private static final int LOOKS_BEFORE_REST = 50;

  private final Map<Thread, Long> deadlines = new ConcurrentHashMap<>();
  private final Thread keeper;
  private volatile boolean resting;
  private volatile boolean closed;

  Waiters(String name) {
    // A platform thread, for the reason that the lane's writer is one.
    this.keeper = Thread.ofPlatform().daemon().name(name).start(this::keep);
  }

  /**
   * Parks the calling thread until it is unparked or interrupted, until shortly after the deadline,
   * or for no reason, as every park may.
   *
   * @param deadlineNanos of {@link System#nanoTime()}
   */
  void park(Object blocker, long deadlineNanos) {
    long left = deadlineNanos - System.nanoTime();
    if (left < TIMED_BELOW.toNanos()) {
      LockSupport.parkNanos(blocker, left);
      return;
    }
    Thread caller = Thread.currentThread();
    deadlines.put(caller, deadlineNanos);
    try {
      // The keeper says that it rests or ends before it looks once more, and the deadline was noted
      // before that is read here: one of the two sees the other.
      if (closed) {
        LockSupport.parkNanos(blocker, left);
        return;
      }
      if (resting) {
        LockSupport.unpark(keeper);
      }
      LockSupport.park(blocker);
    } finally {
      deadlines.remove(caller);
    }
  }

  private void keep() {
    try {
      keepUntilClosed();
    } finally {
      // On any end, waiting threads look at the clock, find this closed and time themselves.
      closed = true;
      deadlines.keySet().forEach(LockSupport::unpark);
    }
  }

  private void keepUntilClosed() {
    int empty = 0;
    while (!closed) {
      if (!deadlines.isEmpty()) {
        empty = 0;
        wakeThoseWhoseTimeIsOver();
      } else if (++empty > LOOKS_BEFORE_REST) {
        rest();
        empty = 0;
        continue;
      }
      LockSupport.parkNanos(this, LOOK_EVERY.toNanos());
    }
  }

  private void rest() {
    resting = true;
    if (deadlines.isEmpty() && !closed) {
      LockSupport.park(this);
    }
    resting = false;
  }

  private void wakeThoseWhoseTimeIsOver() {
    long now = System.nanoTime();
    deadlines.forEach(
        (waiter, deadline) -> {
          if (now - deadline >= 0) {
            LockSupport.unpark(waiter);
          }
        });
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(keeper);
  }
}
