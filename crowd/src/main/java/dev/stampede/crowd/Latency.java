package dev.stampede.crowd;

import org.HdrHistogram.Histogram;

/** The time that requests took, to three digits, from when they were due. */
public final class Latency {

  private static final long HIGHEST_MICROS = 24L * 60 * 60 * 1_000_000;
  private static final int DIGITS = 3;
  private static final double MICROS_PER_MILLI = 1_000;

  private final Histogram micros;

  private Latency(Histogram micros) {
    this.micros = micros;
  }

  static Latency none() {
    return new Latency(new Histogram(1, HIGHEST_MICROS, DIGITS));
  }

  void record(long nanos) {
    micros.recordValue(Math.clamp(nanos / 1_000, 0, HIGHEST_MICROS));
  }

  /** Both as one, for runs of the same case. */
  public Latency plus(Latency other) {
    Histogram sum = micros.copy();
    sum.add(other.micros);
    return new Latency(sum);
  }

  public long count() {
    return micros.getTotalCount();
  }

  /** The time that this share of the requests, 0..100, did not exceed; 0 when there were none. */
  public long percentileMicros(double percentile) {
    return micros.getValueAtPercentile(percentile);
  }

  public double p50Millis() {
    return millis(50);
  }

  public double p90Millis() {
    return millis(90);
  }

  public double p99Millis() {
    return millis(99);
  }

  public double p999Millis() {
    return millis(99.9);
  }

  public double maxMillis() {
    return micros.getMaxValue() / MICROS_PER_MILLI;
  }

  private double millis(double percentile) {
    return percentileMicros(percentile) / MICROS_PER_MILLI;
  }

  @Override
  public String toString() {
    return "p50 %.3f ms, p90 %.3f ms, p99 %.3f ms, p99.9 %.3f ms, max %.3f ms"
        .formatted(p50Millis(), p90Millis(), p99Millis(), p999Millis(), maxMillis());
  }
}
