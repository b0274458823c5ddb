package dev.stampede.locks;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Decides when to renew a held lock: after a third of its time, while the thread that acquired it
 * lives, up to the limit that was asked for. One call at a time.
 */
final class Renewal {

  private final Thread owner = Thread.currentThread();
  private final AtomicBoolean asking = new AtomicBoolean();
  private final long ttlNanos;
  private final boolean wanted;
  private final long untilNanos;

  Renewal(LockRequest request) {
    this.ttlNanos = request.ttl().toNanos();
    this.wanted = !request.renewal().isZero();
    this.untilNanos = System.nanoTime() + request.renewal().toNanos();
  }

  /** True if it is time to renew; then {@link #end()} must follow. */
  boolean begin(long now, Tenure tenure) {
    return wanted
        && tenure.expiresNanos() - now < ttlNanos / 3 * 2
        && untilNanos - now > 0
        && owner.isAlive()
        && asking.compareAndSet(false, true);
  }

  void end() {
    asking.set(false);
  }
}
