package dev.stampede.engine.waitingroom.draw;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stampede.engine.claim.Buyer;
import java.util.Arrays;

/**
 * Everybody who is in line when the sale opens, in any order: each buyer with the number they
 * received when they joined. The caller fills it page by page; it keeps millions in a few arrays.
 * For one thread.
 */
public final class EarlyArrivals {

  /** The limit at which all names, even the longest, fit into one array. */
  public static final int MAX = 4_000_000;

  private static final int FIRST_ROOM = 1_024;
  private static final int FIRST_NAME_BYTES = 16 * FIRST_ROOM;

  /** The longest a name can be in UTF-8: three bytes a char at most. */
  private static final int MAX_NAME_BYTES = 3 * Buyer.MAX_CHARS;

  private byte[] names = new byte[FIRST_NAME_BYTES];
  private int[] nameEnds = new int[FIRST_ROOM];
  private long[] arrivals = new long[FIRST_ROOM];
  private int size;

  /**
   * Adds an arrival. A buyer added again, as happens when a page is read twice, still has one leaf.
   */
  public void add(String buyer, long arrival) {
    byte[] name = new Buyer(buyer).sub().getBytes(UTF_8);
    if (arrival < 1) {
      throw new IllegalArgumentException("arrival is " + arrival + "; it counts from 1");
    }
    if (size == MAX) {
      throw new IllegalStateException(
          "%d are in line already; at most %d can be drawn".formatted(size, MAX));
    }
    if (size == arrivals.length) {
      int room = (int) Math.min(MAX, 2L * size);
      arrivals = Arrays.copyOf(arrivals, room);
      nameEnds = Arrays.copyOf(nameEnds, room);
    }
    int from = nameFrom(size);
    int to = from + name.length;
    if (to > names.length) {
      names = Arrays.copyOf(names, (int) Math.min((long) MAX * MAX_NAME_BYTES, 2L * to));
    }
    System.arraycopy(name, 0, names, from, name.length);
    nameEnds[size] = to;
    arrivals[size] = arrival;
    size++;
  }

  /** The number of arrivals added, repeated ones included. */
  public int size() {
    return size;
  }

  long arrival(int index) {
    return arrivals[index];
  }

  byte[] names() {
    return names;
  }

  int nameFrom(int index) {
    return index == 0 ? 0 : nameEnds[index - 1];
  }

  int nameLength(int index) {
    return nameEnds[index] - nameFrom(index);
  }
}
