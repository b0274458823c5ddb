package dev.stampede.engine.claim;

import java.util.Optional;
import java.util.UUID;

/** A booking's id. */
public record BookingId(UUID value) {

  public static BookingId fresh(long unixMillis) {
    return new BookingId(TimedUuid.fresh(unixMillis));
  }

  /** Parses an id; empty for text that is no id of a booking. */
  public static Optional<BookingId> parse(String text) {
    return TimedUuid.parse(text).map(BookingId::new);
  }

  @Override
  public String toString() {
    return value.toString();
  }
}
