package dev.stampede.server;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** A monotonic clock that stands still until it is moved. */
public final class ManualTicker implements LongSupplier {

  private final AtomicLong nanos = new AtomicLong(System.nanoTime());

  public void advance(Duration by) {
    nanos.addAndGet(by.toNanos());
  }

  @Override
  public long getAsLong() {
    return nanos.get();
  }
}
