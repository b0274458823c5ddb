package dev.stampede.engine.waitingroom;

import java.util.Arrays;
import java.util.OptionalLong;

/**
 * Which numbers are in line, and how many before each: a bit for each number, and for each 64 of
 * them how many come before. A million people are 190 kB, so that a new picture is drawn at every
 * glance and whoever reads an old one is not disturbed.
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

  /** How many are in line. */
  long size() {
    return size;
  }

  /** The last number given out when this was seen. */
  long last() {
    return last;
  }

  /**
   * The position of a number, counted from 1; empty if it is not in line. One that was given out
   * since stands behind all others, in its order.
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

  /** To go on from here. */
  Builder change() {
    return new Builder(this);
  }

  /** Positions being changed. */
  static final class Builder {

    private long first;
    private long[] words;
    private long last;

    /** An empty line; the lowest number there can be is given. */
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

    /** All numbers after the last known one, up to this, came in their order. */
    Builder came(long upTo) {
      for (long number = last + 1; number <= upTo; number++) {
        add(number);
      }
      last = Math.max(last, upTo);
      return this;
    }

    /** Nobody below this number is in line. */
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
