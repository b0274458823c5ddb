package dev.stampede.matching.ticket;

/**
 * What proves that a backend has claimed a ticket, and still has it: another claim, another token.
 */
public record LeaseToken(String value) {

  public static final int MAX_CHARS = 64;

  public LeaseToken {
    if (value.isEmpty() || value.length() > MAX_CHARS) {
      throw new IllegalArgumentException(
          "a lease's token has %d characters; it has 1..%d".formatted(value.length(), MAX_CHARS));
    }
  }
}
