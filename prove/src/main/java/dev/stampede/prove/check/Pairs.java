package dev.stampede.prove.check;

import java.util.Arrays;

/** A growing list of pairs of numbers, without an object for each. */
final class Pairs {

  private int[] left = new int[1024];
  private int[] right = new int[1024];
  private int size;

  void add(int first, int second) {
    if (size == left.length) {
      left = Arrays.copyOf(left, size * 2);
      right = Arrays.copyOf(right, size * 2);
    }
    left[size] = first;
    right[size] = second;
    size++;
  }

  int size() {
    return size;
  }

  int left(int index) {
    return left[index];
  }

  int right(int index) {
    return right[index];
  }
}
