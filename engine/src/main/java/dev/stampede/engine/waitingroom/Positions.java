package dev.stampede.engine.waitingroom;

import java.util.Arrays;
import java.util.OptionalLong;

/**
 * The numbers in line and the position of each: one bit for each number, and for each 64 numbers a
 * count of those before. A million people take 190 kB, so the server makes a new copy at every
 * snapshot and does not disturb readers of an old one.
 */
final class Positions {

  static final Positions NOBODY = new Builder(0).build(0);

  /** The number of the first bit, a multiple of 64. */
  private final long first;

  private final long[] words;
  private final int[] before;
  private final long last;
  private final long size;

  private Positions(long first, long[] words, long last) {
    this.first = first;
    this.words = words;
    this.last = last;
    this.before = new int[words.length];
    int count = 0;
    for (int i = 0; i < words.length; i++) {
      before[i] = count;
      count += Long.bitCount(words[i]);
    }
    this.size = count;
  }

  /** The number of people in line. */
  long size() {
    return size;
  }

  /** The last number given out when this was seen. */
  long last() {
    return last;
  }

  /**
   * The position of a number, counted from 1; empty if it is not in line. A number given out later
   * stands behind all others, in order.
   */
  OptionalLong of(long number) {
    if (number > last) {
      return OptionalLong.of(size + number - last);
    }
    long at = number - first;
    int word = (int) (at >> 6);
    if (at < 0 || word >= words.length || (words[word] & (1L << (at & 63))) == 0) {
      return OptionalLong.empty();
    }
    long upToIt = words[word] & (-1L >>> (63 - (at & 63)));
    return OptionalLong.of(before[word] + Long.bitCount(upToIt));
  }

  /** Returns a builder that begins with these positions. */
  Builder change() {
    return new Builder(this);
  }

  /** Positions being changed. */
  static final class Builder {

    private long first;
    private long[] words;
    private long last;

    /** An empty line with the lowest number it can have. */
    Builder(long lowest) {
      this.first = lowest & ~63;
      this.words = new long[1];
      this.last = lowest;
    }

    private Builder(Positions from) {
      this.first = from.first;
      this.words = from.words.clone();
      this.last = from.last;
    }

    Builder add(long number) {
      makeRoom(number);
      words[(int) ((number - first) >> 6)] |= 1L << (number & 63);
      return this;
    }

    Builder remove(long number) {
      long at = number - first;
      if (at >= 0 && at >> 6 < words.length) {
        words[(int) (at >> 6)] &= ~(1L << (at & 63));
      }
      return this;
    }

    /** Adds all numbers after the last known one, up to this. */
    Builder came(long upTo) {
      for (long number = last + 1; number <= upTo; number++) {
        add(number);
      }
      last = Math.max(last, upTo);
      return this;
    }

    /** Removes all numbers below this one. */
    Builder removeBelow(long number) {
      int whole = Math.clamp((number - first) >> 6, 0, words.length);
      if (whole > 0) {
        words =
            whole == words.length ? new long[1] : Arrays.copyOfRange(words, whole, words.length);
        first += (long) whole << 6;
      }
      if (number > first) {
        long within = Math.min(number - first, Long.SIZE);
        words[0] &= within == Long.SIZE ? 0 : -1L << within;
      }
      return this;
    }

    private void makeRoom(long number) {
      if (number < first) {
        int more = (int) ((first - (number & ~63)) >> 6);
        long[] wider = new long[words.length + more];
        System.arraycopy(words, 0, wider, more, words.length);
        words = wider;
        first = number & ~63;
      }
      int word = (int) ((number - first) >> 6);
      if (word >= words.length) {
        words = Arrays.copyOf(words, Math.max(word + 1, words.length + (words.length >> 1)));
      }
    }

    Positions build(long lastGivenOut) {
      return new Positions(first, words, lastGivenOut);
    }
  }
}
