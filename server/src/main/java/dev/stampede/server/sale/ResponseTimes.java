package dev.stampede.server.sale;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The times that the answers of the last minute took. Times are counted in classes that grow by a
 * factor, eight from one power of two to the next, so that a figure is within 5 % of the truth.
 */
final class ResponseTimes {

  private static final int PER_OCTAVE = 8;

  /** From a microsecond to a little over a minute; what is longer counts as that. */
  private static final int CLASSES = 26 * PER_OCTAVE;

  private static final double MICROS_PER_MILLI = 1_000;

  private final LastMinuteCounts times;

  /**
   * The answers of a minute.
   *
   * @param p50Millis the median; null, like {@code p99Millis}, if there were no answers
   */
  record Seen(double perSecond, @Nullable Double p50Millis, @Nullable Double p99Millis) {}

  ResponseTimes(LongSupplier nanos) {
    this.times = new LastMinuteCounts(CLASSES, nanos);
  }

  void add(Duration took) {
    double micros = Math.max(1, took.toNanos() / 1_000.0);
    int place = (int) (PER_OCTAVE * Math.log(micros) / Math.log(2));
    times.add(Math.min(place, CLASSES - 1));
  }

  Seen seen() {
    long[] counts = times.counts();
    long all = 0;
    for (long count : counts) {
      all += count;
    }
    return new Seen(times.perSecond(all), quantile(counts, all, 0.5), quantile(counts, all, 0.99));
  }

  private static @Nullable Double quantile(long[] counts, long all, double share) {
    long rank = (long) Math.ceil(all * share);
    long below = 0;
    for (int place = 0; place < counts.length; place++) {
      below += counts[place];
      if (all > 0 && below >= rank) {
        return Rounded.to2(Math.pow(2, (place + 0.5) / PER_OCTAVE) / MICROS_PER_MILLI);
      }
    }
    return null;
  }
}
