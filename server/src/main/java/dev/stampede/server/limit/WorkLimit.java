package dev.stampede.server.limit;

import dev.stampede.lane.Shares;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * How many may be at work at once: as many as are done within a wait that one can ask of people.
 * One more is refused at the door, where a refusal costs next to nothing, and not after having
 * waited.
 *
 * <p>Who comes while n are at work, of whom r are done a second, waits n / r (Little's law). So the
 * limit is r times the wait. How many are done a second is looked at ten times a second, and only
 * while many are at work: what an idle server does says nothing of what it could do. While few are,
 * the limit grows again, so that a bad moment is not held against the next rush.
 *
 * <p>While there is no room, those who have least of it go first: a rush for one show keeps nobody
 * of another out ({@link Shares}).
 */
public final class WorkLimit {

  /** However slow all is, so many may be at work: below that there is nothing to gain. */
  static final int LEAST = 256;

  /** However fast all is: two lanes hold no more. */
  static final int MOST = 8_192;

  static final Duration LOOK_EVERY = Duration.ofMillis(100);

  /** What an earlier look counts beside a new one; half of it is forgotten in 300 ms. */
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
   * Whether one more may begin; then they have to {@link #leave}.
   *
   * @param key what they share the room with, such as a show
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

  /** Whether anybody with another key is at work. */
  public boolean isOtherThan(Object key) {
    return atWork.isOtherThan(key);
  }

  public int atWork() {
    return atWork.total();
  }

  /** How many may be at work at the moment. */
  public int limit() {
    return limit;
  }

  /** Whoever comes when it is time looks; the others do not wait for it. */
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
