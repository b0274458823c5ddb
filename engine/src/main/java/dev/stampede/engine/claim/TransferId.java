package dev.stampede.engine.claim;

import java.util.Optional;
import java.util.UUID;

/** A transfer's id. A transfer that pays a booking has the booking's id. */
public record TransferId(UUID value) {

  public static TransferId fresh(long unixMillis) {
    return new TransferId(TimedUuid.fresh(unixMillis));
  }

  /** A booking is paid by points at most once, so that its id is enough of a name for that. */
  public static TransferId paying(BookingId booking) {
    return new TransferId(booking.value());
  }

  /** Parses an id; empty for text that is no id of a transfer. */
  public static Optional<TransferId> parse(String text) {
    return TimedUuid.parse(text).map(TransferId::new);
  }

  @Override
  public String toString() {
    return value.toString();
  }
}
