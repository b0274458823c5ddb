package dev.stampede.crowd;

/**
 * The open loop: one event loop's share of a fixed rate, and the bounded queue of those for whom no
 * connection was free when they were due. The moments are counted from the start, not from one
 * another, so that the rate does not drift and a late loop catches up.
 */
final class OpenLoopArrivals implements LoopArrivals {

  private static final double NANOS_PER_SECOND = 1e9;

  private final long startNanos;
  private final long countedFromNanos;
  private final double intervalNanos;
  private final long[] backlog;
  private int head;
  private int queued;
  private long issued;
  private long nextNanos;
  private long turnedAway;

  /** The share of loop {@code index} among {@code loops}: every {@code loops}-th moment. */
  OpenLoopArrivals(
      LoadPace.Open pace, int index, int loops, long startNanos, long countedFromNanos) {
    this.countedFromNanos = countedFromNanos;
    this.intervalNanos = loops * NANOS_PER_SECOND / pace.perSecond();
    this.startNanos = startNanos + (long) (index * NANOS_PER_SECOND / pace.perSecond());
    this.backlog = new long[Math.max(1, pace.maxBacklog() / loops)];
    this.nextNanos = this.startNanos;
  }

  @Override
  public void advance(long nowNanos) {
    while (nowNanos - nextNanos >= 0) {
      if (queued < backlog.length) {
        backlog[(head + queued) % backlog.length] = nextNanos;
        queued++;
      } else if (nextNanos - countedFromNanos >= 0) {
        turnedAway++;
      }
      issued++;
      nextNanos = startNanos + (long) (issued * intervalNanos);
    }
  }

  @Override
  public boolean due() {
    return queued > 0;
  }

  @Override
  public long take(long nowNanos) {
    long dueNanos = backlog[head];
    head = (head + 1) % backlog.length;
    queued--;
    return dueNanos;
  }

  @Override
  public long nanosUntilDue(long nowNanos) {
    return queued > 0 ? 0 : Math.max(0, nextNanos - nowNanos);
  }

  @Override
  public long turnedAway() {
    return turnedAway;
  }
}
