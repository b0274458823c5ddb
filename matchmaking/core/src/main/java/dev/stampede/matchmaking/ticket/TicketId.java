package dev.stampede.matchmaking.ticket;

import java.util.Optional;

/** A ticket's id, given out by the store. Any client that knows it may take the ticket back. */
public record TicketId(String value) {

  public static final int MAX_CHARS = 64;

  public TicketId {
    if (!isOne(value)) {
      throw new IllegalArgumentException(
          "a ticket's id has %d characters; it has 1..%d of A-Z, a-z, 0-9, _ and -"
              .formatted(value.length(), MAX_CHARS));
    }
  }

  /** Parses an id; empty for text that is no id of a ticket. */
  public static Optional<TicketId> parse(String text) {
    return isOne(text) ? Optional.of(new TicketId(text)) : Optional.empty();
  }

  /** Checks the text by hand: a tick makes ten thousand of them. */
  private static boolean isOne(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (!isAllowed(text.charAt(i))) {
        return false;
      }
    }
    return !text.isEmpty() && text.length() <= MAX_CHARS;
  }

  private static boolean isAllowed(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '_'
        || c == '-';
  }

  @Override
  public String toString() {
    return value;
  }
}
