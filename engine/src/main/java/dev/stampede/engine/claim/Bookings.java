package dev.stampede.engine.claim;

import java.util.List;
import java.util.Optional;

/** Reads bookings. */
public interface Bookings {

  /** A page of bookings; {@code next} is the one to continue below. */
  record Page(List<Booking> bookings, Optional<BookingId> next) {
    public Page {
      bookings = List.copyOf(bookings);
    }
  }

  /** Finds a booking of any buyer, for its owner or for a caller who may act for all buyers. */
  Optional<Booking> find(BookingId id);

  /**
   * The owner's bookings, cancelled ones included, newest first. Those made meanwhile are in front
   * of the first page and move nothing on those behind it.
   *
   * @param below the last of the page before; one that is not the owner's has nothing below it
   */
  Page list(Buyer owner, Optional<BookingId> below, int limit);
}
