package dev.stampede.server.limit;

import dev.stampede.lane.Shares;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * Limits how many requests are processed at once: as many as the server completes within the given
 * wait. Callers above the limit are refused before any work is done for them; {@code ClaimLimits}
 * delays that answer.
 *
 * <p>A request that comes while n are at work, of which r are done a second, waits n / r (Little's
 * law). So the limit is r times the wait. The class measures r ten times a second, and only while
 * many requests are at work: the rate of an idle server says nothing of what it could do. While few
 * are at work, the limit grows again, so that a bad moment is not held against the next rush.
 *
 * <p>While there is no room, the keys with the smallest share go first: a rush for one show keeps
 * no buyer of another out ({@link Shares}).
 */
public final class WorkLimit {

  /** However slow all is, so many may be at work: below that there is nothing to gain. */
  static final int LEAST = 256;

  /** However fast all is: two lanes hold no more. */
  static final int MOST = 8_192;

  static final Duration LOOK_EVERY = Duration.ofMillis(100);

  /** The weight of an earlier measurement beside a new one; half of it is forgotten in 300 ms. */
  private static final double WEIGHT_OF_BEFORE = 0.8;

  /** By how much the limit grows from look to look while few are at work. */
  private static final double GROWTH = 1.1;

  private final LongSupplier nanos;
  private final double waitSeconds;
  private final Shares atWork = new Shares();
  private final LongAdder done = new LongAdder();
  private final AtomicLong lookedAt;
  private volatile double donePerSecond;
  private volatile int limit = MOST;

  public WorkLimit(Duration wait) {
    this(wait, System::nanoTime);
  }

  /**
   * Nobody is at work.
   *
   * @param wait how long one may be kept waiting
   * @param nanos monotonic
   */
  WorkLimit(Duration wait, LongSupplier nanos) {
    this.nanos = nanos;
    this.waitSeconds = wait.toNanos() / 1e9;
    this.donePerSecond = MOST / waitSeconds;
    this.lookedAt = new AtomicLong(nanos.getAsLong());
  }

  /**
   * Lets one more request begin if there is room, and says whether it did; that request then has to
   * {@link #leave}.
   *
   * @param key what the request shares the room with, such as a show
   */
  public boolean enter(Object key) {
    look();
    return atWork.take(key, limit);
  }

  public void leave(Object key) {
    done.increment();
    atWork.giveBack(key);
    look();
  }

  /** True if a request with another key is at work. */
  public boolean isOtherThan(Object key) {
    return atWork.isOtherThan(key);
  }

  public int atWork() {
    return atWork.total();
  }

  /** Returns the number of requests that may be at work at the moment. */
  public int limit() {
    return limit;
  }

  /** Measures if it is time: one caller does it, and the others do not wait for it. */
  private void look() {
    long now = nanos.getAsLong();
    long before = lookedAt.get();
    if (now - before >= LOOK_EVERY.toNanos() && lookedAt.compareAndSet(before, now)) {
      adapt((now - before) / 1e9);
    }
  }

  private void adapt(double seconds) {
    double looks = seconds * 1e9 / LOOK_EVERY.toNanos();
    double now = done.sumThenReset() / seconds;
    if (atWork() >= LEAST) {
      double weight = Math.pow(WEIGHT_OF_BEFORE, looks);
      donePerSecond = weight * donePerSecond + (1 - weight) * now;
    } else {
      double least = Math.max(donePerSecond, LEAST / waitSeconds);
      donePerSecond = Math.min(MOST / waitSeconds, least * Math.pow(GROWTH, looks));
    }
    limit = (int) Math.clamp(donePerSecond * waitSeconds, LEAST, MOST);
  }
}
