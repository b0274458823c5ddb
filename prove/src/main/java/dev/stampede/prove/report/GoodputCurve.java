package dev.stampede.prove.report;

import java.time.Duration;
import java.util.Arrays;
import java.util.OptionalLong;

/** The acknowledged changes over time, in steps of a tenth of a second. */
final class GoodputCurve {

  private static final long STEP = 100_000;
  private static final long SECOND = 1_000_000;
  private static final int STEPS_A_SECOND = (int) (SECOND / STEP);

  /** Goodput is back when it reaches this share of its earlier rate for a whole second. */
  static final double BACK = 0.8;

  private int[] steps = new int[0];

  void add(long atMicros) {
    int step = (int) (atMicros / STEP);
    if (step >= steps.length) {
      steps = Arrays.copyOf(steps, Math.max(step + 1, steps.length * 2));
    }
    steps[step]++;
  }

  /** Returns the changes per second between two times; 0 if there is less than a step between. */
  double rate(long fromMicros, long untilMicros) {
    long from = Math.max(0, fromMicros / STEP);
    long until = untilMicros / STEP;
    return until <= from ? 0 : (double) count(from, until) * STEPS_A_SECOND / (until - from);
  }

  /**
   * Returns the time in microseconds until the first second in which the rate was back.
   *
   * @param fromMicros the end of a fault
   * @param untilMicros the end of the load
   * @param before the rate before the fault, per second
   */
  OptionalLong backAfter(long fromMicros, long untilMicros, double before, Duration within) {
    long last = Math.min(untilMicros, fromMicros + within.toNanos() / 1000 + SECOND);
    for (long step = fromMicros / STEP; (step + STEPS_A_SECOND) * STEP <= last; step++) {
      if (count(step, step + STEPS_A_SECOND) >= BACK * before) {
        return OptionalLong.of(Math.max(0, step * STEP - fromMicros));
      }
    }
    return OptionalLong.empty();
  }

  private long count(long from, long until) {
    long count = 0;
    for (long step = from; step < Math.min(until, steps.length); step++) {
      count += steps[(int) step];
    }
    return count;
  }
}
