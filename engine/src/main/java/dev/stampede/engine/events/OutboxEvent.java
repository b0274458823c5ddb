package dev.stampede.engine.events;

import dev.stampede.engine.claim.Booking;
import dev.stampede.engine.claim.SeatEvent;
import java.util.List;

/** Something that has been committed and that others have not been told yet. */
public sealed interface OutboxEvent {

  /**
   * The id of the row that holds it, with others of its group; rises with the versions of its key.
   */
  long id();

  /** The {@linkplain EventRange range} of its key. */
  int range();

  /** The database's epoch when it was written; rises when a rewind has undone what came before. */
  long epoch();

  /** A change of a seat, and the seat's label. */
  record OfSeat(long id, long epoch, SeatEvent event, String seat) implements OutboxEvent {

    @Override
    public int range() {
      return EventRange.of(event.show(), event.seat());
    }
  }

  /** A booking as it was after its first or second change, and the labels of its seats. */
  record OfBooking(long id, long epoch, Booking booking, List<String> seats)
      implements OutboxEvent {

    public OfBooking {
      seats = List.copyOf(seats);
    }

    @Override
    public int range() {
      return EventRange.of(booking.id());
    }

    /** Confirmed is the first version of a booking and cancelled the second; there is no third. */
    public int version() {
      return switch (booking.state()) {
        case CONFIRMED -> 1;
        case CANCELLED -> 2;
      };
    }
  }
}
