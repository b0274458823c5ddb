package dev.stampede.engine.claim;

import java.util.UUID;

/** The id of a booking request: of one acceptance, so that a repeat has another. */
public record BookingRequestId(UUID value) implements Comparable<BookingRequestId> {

  public static BookingRequestId fresh(long unixMillis) {
    return new BookingRequestId(TimedUuid.fresh(unixMillis));
  }

  @Override
  public int compareTo(BookingRequestId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value.toString();
  }
}
