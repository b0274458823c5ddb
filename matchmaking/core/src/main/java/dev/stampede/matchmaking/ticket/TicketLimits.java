package dev.stampede.matchmaking.ticket;

import java.util.Map;
import java.util.function.ToLongFunction;

/** Limits the size of one ticket, or of one assignment. */
public final class TicketLimits {

  /** The most bytes that a client may send for one ticket, or that an assignment may have. */
  public static final int MAX_BYTES = 64 * 1024;

  /** In each map and list of a ticket. */
  public static final int MAX_ENTRIES = 256;

  /** The most bytes that a char takes in UTF-8; each char of a surrogate pair takes less. */
  private static final int BYTES_A_CHAR = 3;

  private TicketLimits() {}

  static void refuseMany(String field, int count) {
    if (count > MAX_ENTRIES) {
      throw new IllegalArgumentException(
          "%s has %d entries; send at most %d".formatted(field, count, MAX_ENTRIES));
    }
  }

  static void refuseLarge(String what, long bytes) {
    if (bytes > MAX_BYTES) {
      throw new IllegalArgumentException(
          "%s has about %d bytes; send at most %d".formatted(what, bytes, MAX_BYTES));
    }
  }

  /** Returns an upper bound of a text's bytes in UTF-8, without encoding it; exact for ASCII. */
  static long size(String text) {
    return text.chars().mapToLong(c -> c < 0x80 ? 1 : BYTES_A_CHAR).sum();
  }

  static long size(TypedBytes value) {
    return size(value.type()) + value.size();
  }

  static <V> long size(Map<String, V> fields, ToLongFunction<V> ofValue) {
    long sum = 0;
    for (Map.Entry<String, V> field : fields.entrySet()) {
      sum += size(field.getKey()) + ofValue.applyAsLong(field.getValue());
    }
    return sum;
  }
}
