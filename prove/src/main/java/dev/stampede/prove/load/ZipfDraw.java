package dev.stampede.prove.load;

import java.util.Random;

/** Draws numbers from 0, each less often than the one before: item n in proportion to 1/(n+1)^s. */
final class ZipfDraw {

  private final double[] upTo;

  ZipfDraw(int items, double exponent) {
    upTo = new double[items];
    double sum = 0;
    for (int i = 0; i < items; i++) {
      sum += 1 / Math.pow(i + 1, exponent);
      upTo[i] = sum;
    }
  }

  int draw(Random random) {
    double at = random.nextDouble() * upTo[upTo.length - 1];
    int low = 0;
    int high = upTo.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (upTo[middle] > at) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}
