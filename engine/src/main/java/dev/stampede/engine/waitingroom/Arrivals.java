package dev.stampede.engine.waitingroom;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * When numbers were given out, as this process saw it: how long somebody has waited is told from
 * the number. Where it was not watching it does not know.
 */
final class Arrivals {

  /** So many moments are remembered; then every other one is forgotten. */
  static final int MOMENTS = 4_096;

  private final TreeMap<Long, Long> nanosOfNumber = new TreeMap<>();

  /** This number was the last given out at this moment. */
  synchronized void saw(long last, long nanos) {
    nanosOfNumber.putIfAbsent(last, nanos);
    if (nanosOfNumber.size() > MOMENTS) {
      boolean[] odd = {false};
      nanosOfNumber.keySet().removeIf(_ -> odd[0] = !odd[0]);
    }
  }

  /** How long whoever has this number has waited by now; zero where it is not known. */
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
