package dev.stampede.engine.events;

import dev.stampede.engine.claim.BookingId;
import dev.stampede.engine.show.ShowId;

/**
 * Assigns each event to one of a few ranges. A range has one owner at a time, which sends its
 * events in their order; all events of one seat, or of one booking, are in one range.
 *
 * <p>The number is stored with each event that has not been sent. Another number of ranges, or
 * another way to spread over them, may therefore begin only when all have been sent: until then two
 * owners could have events of the same seat.
 */
public final class EventRange {

  /** So many servers can share the work; a group of claims writes a row for each. */
  public static final int COUNT = 8;

  private EventRange() {}

  /** Neighbours are spread: a row that sells out at once is everybody's work. */
  public static int of(ShowId show, int seat) {
    return spread(show.value() * 31 + seat);
  }

  public static int of(BookingId booking) {
    return spread(
        booking.value().getMostSignificantBits() ^ booking.value().getLeastSignificantBits());
  }

  /** Fibonacci hashing: its highest bits depend on all of the key's. */
  private static int spread(long key) {
    return (int) ((key * 0x9E37_79B9_7F4A_7C15L) >>> 61);
  }
}
