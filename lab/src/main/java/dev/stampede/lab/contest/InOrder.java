package dev.stampede.lab.contest;

/** Measures how well one order keeps another. */
final class InOrder {

  private InOrder() {}

  /** The share of pairs that are not the wrong way round; 1 where there is no pair. */
  static double share(long[] numbers) {
    long pairs = (long) numbers.length * (numbers.length - 1) / 2;
    return pairs == 0 ? 1 : 1 - (double) inversions(numbers.clone()) / pairs;
  }

  /** By merging: sorts, and counts how far each had to jump ahead. */
  private static long inversions(long[] numbers) {
    long count = 0;
    long[] from = numbers;
    long[] to = new long[numbers.length];
    for (int width = 1; width < numbers.length; width *= 2) {
      for (int left = 0; left < numbers.length; left += 2 * width) {
        int middle = Math.min(left + width, numbers.length);
        int end = Math.min(left + 2 * width, numbers.length);
        count += merge(from, to, left, middle, end);
      }
      long[] merged = to;
      to = from;
      from = merged;
    }
    return count;
  }

  private static long merge(long[] from, long[] to, int left, int middle, int end) {
    long count = 0;
    int a = left;
    int b = middle;
    for (int k = left; k < end; k++) {
      if (b >= end || (a < middle && from[a] <= from[b])) {
        to[k] = from[a++];
      } else {
        count += middle - a;
        to[k] = from[b++];
      }
    }
    return count;
  }
}
