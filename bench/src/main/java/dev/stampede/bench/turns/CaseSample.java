package dev.stampede.bench.turns;

import java.util.Locale;
import java.util.OptionalDouble;

/** One measurement of one case. The note says what explains it. */
public record CaseSample(
    double ratePerSecond, OptionalDouble p50Millis, OptionalDouble p99Millis, String note) {

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%,9.0f/s  p50 %s  p99 %s  %s",
        ratePerSecond,
        millis(p50Millis),
        millis(p99Millis),
        note);
  }

  private static String millis(OptionalDouble value) {
    return value.isPresent() ? String.format(Locale.ROOT, "%.2f ms", value.getAsDouble()) : "-";
  }
}
