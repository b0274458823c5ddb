package dev.stampede.matchmaking.ticket;

/** Proves that a backend has claimed a ticket and still has it: each claim has its own token. */
public record LeaseToken(String value) {

  public static final int MAX_CHARS = 64;

  public LeaseToken {
    if (value.isEmpty() || value.length() > MAX_CHARS) {
      throw new IllegalArgumentException(
          "a lease's token has %d characters; it has 1..%d".formatted(value.length(), MAX_CHARS));
    }
  }
}
