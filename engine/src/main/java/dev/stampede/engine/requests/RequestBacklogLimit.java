package dev.stampede.engine.requests;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Says without I/O whether a request can be accepted now. A worker counts the waiting requests now
 * and then, and reports them; in between, the limit adds those that it let in.
 *
 * <p>So the bound is kept by each server to within what the others accept between two counts.
 */
public final class RequestBacklogLimit {

  /** A count that is older is ignored: the worker that counts got no answer. */
  static final Duration STALE_AFTER = Duration.ofSeconds(3);

  /** The state of the backlog: open, or the reason why it is closed. */
  public sealed interface State {

    /** Come in. */
    record Open() implements State {}

    /** Too many wait. */
    record Full(long waiting, long limit) implements State {}

    /** The broker is away. */
    record Unreachable() implements State {}

    /** The database is away: nothing is sold, and nothing is promised. */
    record ReadOnly() implements State {}
  }

  private final long limit;
  private final BooleanSupplier databaseAway;
  private final LongSupplier nanos;
  private final AtomicLong entered = new AtomicLong();
  private volatile Count last;

  /**
   * A count.
   *
   * @param enteredBefore how many had been let in here when it began
   */
  private record Count(long waiting, long enteredBefore, long atNanos, boolean answered) {}

  /**
   * A limit.
   *
   * @param databaseAway whether nothing can be written
   */
  public RequestBacklogLimit(long limit, BooleanSupplier databaseAway) {
    this(limit, databaseAway, System::nanoTime);
  }

  /** A limit that tells the time by another clock. */
  RequestBacklogLimit(long limit, BooleanSupplier databaseAway, LongSupplier nanos) {
    if (limit < 1) {
      throw new IllegalArgumentException("the limit is %d; it counts from 1".formatted(limit));
    }
    this.limit = limit;
    this.databaseAway = databaseAway;
    this.nanos = nanos;
    this.last = new Count(0, 0, nanos.getAsLong(), false);
  }

  public State state() {
    if (databaseAway.getAsBoolean()) {
      return new State.ReadOnly();
    }
    Count count = last;
    if (!count.answered() || nanos.getAsLong() - count.atNanos() > STALE_AFTER.toNanos()) {
      return new State.Unreachable();
    }
    long waiting = waiting();
    return waiting >= limit ? new State.Full(waiting, limit) : new State.Open();
  }

  /** Returns the number of requests that wait, as far as this server knows. */
  public long waiting() {
    Count count = last;
    return count.waiting() + entered.get() - count.enteredBefore();
  }

  /** One was let in. */
  public void entered() {
    entered.incrementAndGet();
  }

  /** A count begins; its result is told with this. */
  public long counting() {
    return entered.get();
  }

  /**
   * Reports the number that wait. A request that came during the count may be in it or not, and is
   * counted once more: rather too many than too few.
   *
   * @param begun what {@link #counting} said when it began
   */
  public void counted(long waiting, long begun) {
    last = new Count(waiting, begun, nanos.getAsLong(), true);
  }

  /**
   * The broker did not answer, to a count or to a request: shut until the next count is answered.
   */
  public void unanswered() {
    Count before = last;
    last = new Count(before.waiting(), before.enteredBefore(), nanos.getAsLong(), false);
  }
}
