package dev.stampede.engine.waitingroom.draw;

import java.util.Arrays;

/**
 * Sorts many 32-byte keys that lie one after the other in one array, without an object for each.
 *
 * <p>A key's first 40 bits and its index make one long, and longs are what the JDK sorts fastest.
 * Keys are as good as random, so hardly two of a million begin with the same 40 bits; those that do
 * are then sorted by all of their bytes. If somebody makes keys begin alike, sorting them is slow
 * but still correct.
 */
final class KeySorter {

  private static final int INDEX_BITS = 24;
  private static final int INDEX_MASK = (1 << INDEX_BITS) - 1;
  private static final int BEGINNING_BYTES = 5;

  static final int MAX_KEYS = 1 << INDEX_BITS;

  private KeySorter() {}

  /** The indexes of the keys, in the order of the keys as unsigned bytes; equal ones by index. */
  static int[] of(byte[] keys, int count) {
    if (count > MAX_KEYS) {
      throw new IllegalArgumentException(
          "there are %d keys to sort; at most %d".formatted(count, MAX_KEYS));
    }
    long[] packed = new long[count];
    for (int i = 0; i < count; i++) {
      packed[i] = pack(keys, i);
    }
    Arrays.sort(packed);
    int[] order = new int[count];
    for (int i = 0; i < count; i++) {
      order[i] = (int) packed[i] & INDEX_MASK;
    }
    settleEqualBeginnings(keys, packed, order);
    return order;
  }

  private static long pack(byte[] keys, int index) {
    long packed = 0;
    for (int i = 0; i < BEGINNING_BYTES; i++) {
      packed = packed << Byte.SIZE | Byte.toUnsignedLong(keys[index * Hash.BYTES + i]);
    }
    // Longs are sorted as signed numbers, keys are not.
    return (packed << INDEX_BITS | index) ^ Long.MIN_VALUE;
  }

  private static void settleEqualBeginnings(byte[] keys, long[] packed, int[] order) {
    int from = 0;
    for (int i = 1; i <= order.length; i++) {
      if (i == order.length || packed[i] >>> INDEX_BITS != packed[from] >>> INDEX_BITS) {
        if (i - from > 1) {
          settle(keys, order, from, i);
        }
        from = i;
      }
    }
  }

  /** Equal keys stay as they are, by index. */
  private static void settle(byte[] keys, int[] order, int from, int to) {
    int[] settled =
        Arrays.stream(order, from, to)
            .boxed()
            .sorted((a, b) -> compare(keys, a, b))
            .mapToInt(Integer::intValue)
            .toArray();
    System.arraycopy(settled, 0, order, from, settled.length);
  }

  static int compare(byte[] keys, int a, int b) {
    return Arrays.compareUnsigned(
        keys, a * Hash.BYTES, (a + 1) * Hash.BYTES, keys, b * Hash.BYTES, (b + 1) * Hash.BYTES);
  }
}
