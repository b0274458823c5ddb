package dev.stampede.matching.ticket;

import java.util.Map;
import java.util.function.ToLongFunction;

/** How much one ticket, or one assignment, may carry. */
public final class TicketLimits {

  /** Of everything that a client sends for one ticket, and of an assignment. */
  public static final int MAX_BYTES = 64 * 1024;

  /** In each map and list of a ticket. */
  public static final int MAX_ENTRIES = 256;

  /** What a char takes at most in UTF-8; pairs of them take less. */
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

  /** Of text that may be all ASCII or none of it, without encoding it: an upper bound for large. */
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
