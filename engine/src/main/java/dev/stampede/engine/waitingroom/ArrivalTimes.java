package dev.stampede.engine.waitingroom;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * The times at which numbers were given out, as this process saw it; a buyer's number gives the
 * time they have waited. It is not known for numbers given out while the process was not watching.
 */
final class ArrivalTimes {

  /** The limit of remembered moments; above it, every other one is forgotten. */
  static final int MOMENTS = 4_096;

  private final TreeMap<Long, Long> nanosOfNumber = new TreeMap<>();

  /** Notes that this number was the last given out at this moment. */
  synchronized void saw(long last, long nanos) {
    nanosOfNumber.putIfAbsent(last, nanos);
    if (nanosOfNumber.size() > MOMENTS) {
      boolean[] odd = {false};
      nanosOfNumber.keySet().removeIf(_ -> odd[0] = !odd[0]);
    }
  }

  /** The time that the buyer with this number has waited; zero if it is not known. */
  synchronized Duration waited(long number, long nowNanos) {
    Map.Entry<Long, Long> after = nanosOfNumber.ceilingEntry(number);
    return after == null || nanosOfNumber.firstKey() >= number
        ? Duration.ZERO
        : Duration.ofNanos(nowNanos - after.getValue());
  }

  synchronized void clear() {
    nanosOfNumber.clear();
  }
}
