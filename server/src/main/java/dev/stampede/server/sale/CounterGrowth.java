package dev.stampede.server.sale;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;

/**
 * Measures how much a counter that is kept elsewhere has grown within the last minute, as far as it
 * was looked at. A counter that fell was lost, and the measurement starts anew.
 */
final class CounterGrowth {

  private static final long APART = Duration.ofSeconds(1).toNanos();

  private final LongSupplier nanos;

  /** At most one for each second of the minute, and one from before it. */
  private final Deque<Reading> readings = new ArrayDeque<>();

  private record Reading(long atNanos, long value) {}

  CounterGrowth(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** Takes note of what the counter is now, and says how much that is more than a minute ago. */
  synchronized long lastMinute(long value) {
    long now = nanos.getAsLong();
    if (!readings.isEmpty() && value < readings.getLast().value()) {
      readings.clear();
    }
    if (readings.isEmpty() || now - readings.getLast().atNanos() >= APART) {
      readings.addLast(new Reading(now, value));
    }
    Reading before = readings.removeFirst();
    while (!readings.isEmpty() && isAMinuteOld(readings.getFirst(), now)) {
      before = readings.removeFirst();
    }
    readings.addFirst(before);
    return value - before.value();
  }

  private static boolean isAMinuteOld(Reading reading, long now) {
    return now - reading.atNanos() >= LastMinuteCounts.LENGTH.toNanos();
  }
}
