package dev.stampede.crowd;

/** The closed loop: every free buyer is due. */
final class ClosedLoopArrivals implements LoopArrivals {

  @Override
  public void advance(long nowNanos) {
    // Time makes nothing due here.
  }

  @Override
  public boolean due() {
    return true;
  }

  @Override
  public long take(long nowNanos) {
    return nowNanos;
  }

  @Override
  public long nanosUntilDue(long nowNanos) {
    return Long.MAX_VALUE;
  }

  @Override
  public long turnedAway() {
    return 0;
  }
}
