package dev.stampede.engine.show;

import java.util.Optional;

/** A show's id. Outside it is an opaque string. */
public record ShowId(long value) implements Comparable<ShowId> {

  private static final int MAX_DIGITS = 18;

  public ShowId {
    if (value < 1) {
      throw new IllegalArgumentException("show id is " + value + "; it counts from 1");
    }
  }

  /** Parses an id; empty for text that is no id of a show. */
  public static Optional<ShowId> parse(String text) {
    boolean digits =
        !text.isEmpty() && text.length() <= MAX_DIGITS && text.charAt(0) != '0' && areDigits(text);
    return digits ? Optional.of(new ShowId(Long.parseLong(text))) : Optional.empty();
  }

  private static boolean areDigits(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }

  @Override
  public int compareTo(ShowId other) {
    return Long.compare(value, other.value);
  }

  @Override
  public String toString() {
    return Long.toString(value);
  }
}
