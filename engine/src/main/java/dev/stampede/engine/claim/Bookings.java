package dev.stampede.engine.claim;

import java.util.List;
import java.util.Optional;

/** Where bookings are read. */
public interface Bookings {

  /** A page of bookings; {@code next} is the one to continue below. */
  record Page(List<Booking> bookings, Optional<BookingId> next) {
    public Page {
      bookings = List.copyOf(bookings);
    }
  }

  /** Whoever's it is: to tell its owner, or somebody who may act for all. */
  Optional<Booking> find(BookingId id);

  /**
   * The owner's bookings, cancelled ones included, newest first. Those made meanwhile are in front
   * of the first page and move nothing on those behind it.
   *
   * @param below the last of the page before; one that is not the owner's has nothing below it
   */
  Page list(Buyer owner, Optional<BookingId> below, int limit);
}
