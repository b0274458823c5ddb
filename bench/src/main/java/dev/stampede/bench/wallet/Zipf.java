package dev.stampede.bench.wallet;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * Numbers from 0 on, drawn as popularity falls in the world: the k-th as often as 1/k of the first.
 * For one thread.
 */
final class Zipf {

  private final double[] upTo;
  private final RandomGenerator random;

  Zipf(int size, RandomGenerator random) {
    this.upTo = new double[size];
    this.random = random;
    double sum = 0;
    for (int k = 0; k < size; k++) {
      sum += 1.0 / (k + 1);
      upTo[k] = sum;
    }
  }

  int next() {
    double drawn = random.nextDouble() * upTo[upTo.length - 1];
    int found = Arrays.binarySearch(upTo, drawn);
    // Between two sums it answers where it would be inserted, which is whose share it is.
    return Math.min(found >= 0 ? found + 1 : -found - 1, upTo.length - 1);
  }
}
