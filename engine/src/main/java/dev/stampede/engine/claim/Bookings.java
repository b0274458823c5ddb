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
   * The owner's bookings, cancelled ones included, newest first. Bookings made while a client pages
   * appear before the first page and do not shift later pages.
   *
   * @param below the last booking of the previous page; if it is not the owner's, the page is empty
   */
  Page list(Buyer owner, Optional<BookingId> below, int limit);
}
