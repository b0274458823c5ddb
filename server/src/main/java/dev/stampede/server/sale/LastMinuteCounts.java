package dev.stampede.server.sale;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts how often each of a few things happened within the last minute, in a ring of slices of one
 * second. Claims and answers write to it on their way, many at once, and so without a lock: at the
 * edge of a second a count may go to either side of it.
 */
final class LastMinuteCounts {

  static final Duration LENGTH = Duration.ofMinutes(1);

  private static final long SECOND = Duration.ofSeconds(1).toNanos();
  private static final int SECONDS = (int) LENGTH.toSeconds();

  private final int kinds;
  private final LongSupplier nanos;
  private final long began;
  private final AtomicReferenceArray<@Nullable Slice> ring =
      new AtomicReferenceArray<>(SECONDS + 1);

  private record Slice(long second, AtomicIntegerArray counts) {}

  /**
   * Nothing has happened yet.
   *
   * @param kinds how many things there are to count
   * @param nanos monotonic
   */
  LastMinuteCounts(int kinds, LongSupplier nanos) {
    this.kinds = kinds;
    this.nanos = nanos;
    this.began = nanos.getAsLong();
  }

  void add(int kind) {
    long second = second();
    int place = (int) (second % ring.length());
    Slice slice = ring.get(place);
    while (slice == null || slice.second() != second) {
      Slice fresh = new Slice(second, new AtomicIntegerArray(kinds));
      slice = ring.compareAndSet(place, slice, fresh) ? fresh : ring.get(place);
    }
    slice.counts().incrementAndGet(kind);
  }

  /** Returns how often each happened in the last sixty seconds, the one under way included. */
  long[] counts() {
    long now = second();
    long[] sums = new long[kinds];
    for (int place = 0; place < ring.length(); place++) {
      Slice slice = ring.get(place);
      if (slice != null && slice.second() > now - SECONDS) {
        for (int kind = 0; kind < kinds; kind++) {
          sums[kind] += slice.counts().get(kind);
        }
      }
    }
    return sums;
  }

  /** So many a minute as so many a second; in the first minute, of the time there was. */
  double perSecond(long count) {
    long watched = Math.clamp(second() + 1, 1, SECONDS);
    return Rounded.to2((double) count / watched);
  }

  /** Counted from the beginning: a monotonic clock may be below zero. */
  private long second() {
    return (nanos.getAsLong() - began) / SECOND;
  }
}
