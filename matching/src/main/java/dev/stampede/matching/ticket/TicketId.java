package dev.stampede.matching.ticket;

import java.util.Optional;
import java.util.regex.Pattern;

/** A ticket's id, given out by the store. Whoever knows it may take the ticket back. */
public record TicketId(String value) {

  public static final int MAX_CHARS = 64;

  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9_-]{1," + MAX_CHARS + "}");

  public TicketId {
    if (!FORM.matcher(value).matches()) {
      throw new IllegalArgumentException(
          "a ticket's id has %d characters; it has 1..%d of A-Z, a-z, 0-9, _ and -"
              .formatted(value.length(), MAX_CHARS));
    }
  }

  /** Empty for what no ticket was ever called. */
  public static Optional<TicketId> parse(String text) {
    return FORM.matcher(text).matches() ? Optional.of(new TicketId(text)) : Optional.empty();
  }

  @Override
  public String toString() {
    return value;
  }
}
