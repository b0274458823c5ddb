package dev.stampede.bench.turns;

import java.util.Arrays;
import java.util.function.LongConsumer;

/** Durations as they were measured, kept one by one; for one thread. */
public final class Nanos {

  private long[] values = new long[1_024];
  private int count;

  public void add(long nanos) {
    if (count == values.length) {
      values = Arrays.copyOf(values, count * 2);
    }
    values[count++] = nanos;
  }

  public void addAll(Nanos other) {
    for (int i = 0; i < other.count; i++) {
      add(other.values[i]);
    }
  }

  public int count() {
    return count;
  }

  /** Returns the time that this share of them, 0..1, did not exceed. */
  public double percentileMillis(double share) {
    if (count == 0) {
      throw new IllegalStateException("nothing was measured, so there is no percentile");
    }
    long[] sorted = Arrays.copyOf(values, count);
    Arrays.sort(sorted);
    return sorted[(int) Math.min(count - 1L, (long) (share * count))] / 1e6;
  }

  public double meanMillis() {
    if (count == 0) {
      throw new IllegalStateException("nothing was measured, so there is no mean");
    }
    double sum = 0;
    for (int i = 0; i < count; i++) {
      sum += values[i];
    }
    return sum / count / 1e6;
  }

  /** One by one, as they were measured. */
  public void forEach(LongConsumer visitor) {
    for (int i = 0; i < count; i++) {
      visitor.accept(values[i]);
    }
  }
}
