package dev.stampede.prove.report;

import java.util.Arrays;

/**
 * Counts durations in buckets whose width grows with the duration, so that a percentile is at most
 * 3 % too high and any number of calls takes the same memory.
 */
final class LatencyBuckets {

  /** The buckets of each doubling are 2 to the power of this. */
  private static final int PRECISION = 5;

  private static final int EACH = 1 << PRECISION;

  /** Durations of 2 to the power of this and more, 19 hours, are in the last bucket. */
  private static final int LARGEST = 36;

  private static final int BUCKETS = (LARGEST - PRECISION + 1) * EACH;

  /** Grows to the largest bucket that is used: most seconds have no slow calls. */
  private int[] counts = new int[0];

  private long total;

  void add(long micros) {
    int bucket = bucket(micros);
    if (bucket >= counts.length) {
      counts = Arrays.copyOf(counts, Math.min(BUCKETS, bucket + EACH));
    }
    counts[bucket]++;
    total++;
  }

  /**
   * Returns the duration in microseconds that this share of the calls did not exceed; 0 without
   * calls.
   */
  long percentile(double share) {
    long wanted = (long) Math.ceil(share * total);
    long seen = 0;
    for (int bucket = 0; bucket < counts.length; bucket++) {
      seen += counts[bucket];
      if (seen >= wanted && seen > 0) {
        return highest(bucket);
      }
    }
    return 0;
  }

  private static int bucket(long micros) {
    if (micros < EACH) {
      return (int) Math.max(0, micros);
    }
    int exponent = Long.SIZE - 1 - Long.numberOfLeadingZeros(micros);
    int within = (int) (micros >>> (exponent - PRECISION)) - EACH;
    return Math.min(BUCKETS - 1, (exponent - PRECISION + 1) * EACH + within);
  }

  private static long highest(int bucket) {
    if (bucket < EACH) {
      return bucket;
    }
    int shift = bucket / EACH - 1;
    return ((long) (EACH + bucket % EACH + 1) << shift) - 1;
  }
}
