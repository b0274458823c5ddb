package dev.stampede.consumer;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** Counts what it is told. */
final class CountingReaderListener implements ReaderListener {

  final AtomicInteger handled = new AtomicInteger();
  final AtomicInteger repeats = new AtomicInteger();
  final AtomicInteger gaps = new AtomicInteger();
  final AtomicInteger swaps = new AtomicInteger();
  final AtomicInteger parked = new AtomicInteger();
  final AtomicInteger stops = new AtomicInteger();
  final AtomicInteger failures = new AtomicInteger();
  final AtomicReference<ReaderLag> lag = new AtomicReference<>(ReaderLag.NONE);

  @Override
  public void handled(int events) {
    handled.addAndGet(events);
  }

  @Override
  public void repeated(int messages) {
    repeats.addAndGet(messages);
  }

  @Override
  public void gap(Message message, long expected, long came) {
    gaps.incrementAndGet();
  }

  @Override
  public void swapped(String topic, String key) {
    swaps.incrementAndGet();
  }

  @Override
  public void parked(Message message, ParkReason reason, String failure) {
    parked.incrementAndGet();
  }

  @Override
  public void failed(Throwable failure) {
    failures.incrementAndGet();
  }

  @Override
  public void stopped(String topic, int partition) {
    stops.incrementAndGet();
  }

  @Override
  public void lag(ReaderLag now) {
    lag.set(now);
  }
}
