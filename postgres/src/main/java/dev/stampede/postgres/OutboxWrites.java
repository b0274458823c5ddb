package dev.stampede.postgres;

import dev.stampede.engine.claim.BookingId;
import dev.stampede.engine.claim.Decided;
import dev.stampede.engine.claim.SeatEvent;
import dev.stampede.engine.events.EventRange;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The statement that notes what is to be told to others: every event of a seat and every change of
 * a booking that a group writes, in its order.
 */
final class OutboxWrites {

  private static final String INSERT_SEATS =
      """
      INSERT INTO outbox (range, show_id, number, version)
      SELECT unnest(?::smallint[]), unnest(?::bigint[]), unnest(?::integer[]),
        unnest(?::integer[])""";

  private static final String INSERT_BOOKINGS =
      """
      INSERT INTO outbox (range, booking_id, version)
      SELECT unnest(?::smallint[]), unnest(?::uuid[]), unnest(?::integer[])""";

  private static final int CONFIRMED = 1;
  private static final int CANCELLED = 2;

  private OutboxWrites() {}

  static List<SqlStep> steps(Decided.Writes writes) {
    List<SqlStep> steps = new ArrayList<>();
    if (!writes.events().isEmpty()) {
      steps.add(seats(writes.events()));
    }
    bookings(writes.bookings(), steps);
    return steps;
  }

  private static SqlStep seats(List<SeatEvent> events) {
    int size = events.size();
    short[] ranges = new short[size];
    long[] shows = new long[size];
    int[] numbers = new int[size];
    int[] versions = new int[size];
    for (int i = 0; i < size; i++) {
      SeatEvent event = events.get(i);
      ranges[i] = (short) EventRange.of(event.show(), event.seat());
      shows[i] = event.show().value();
      numbers[i] = event.seat();
      versions[i] = event.version();
    }
    return SqlStep.update(INSERT_SEATS, ranges, shows, numbers, versions);
  }

  /** A booking that the same group made and cancelled is told as both, in this order. */
  private static void bookings(Decided.BookingWrites bookings, List<SqlStep> steps) {
    List<Change> changes = new ArrayList<>();
    for (Decided.NewBooking made : bookings.made()) {
      BookingId id = made.confirmed().id();
      changes.add(new Change(id, CONFIRMED));
      made.cancelled().ifPresent(_ -> changes.add(new Change(id, CANCELLED)));
    }
    bookings.cancelled().forEach(booking -> changes.add(new Change(booking.id(), CANCELLED)));
    if (changes.isEmpty()) {
      return;
    }
    int size = changes.size();
    short[] ranges = new short[size];
    @Nullable UUID[] ids = new @Nullable UUID[size];
    int[] versions = new int[size];
    for (int i = 0; i < size; i++) {
      ranges[i] = (short) EventRange.of(changes.get(i).booking());
      ids[i] = changes.get(i).booking().value();
      versions[i] = changes.get(i).version();
    }
    steps.add(SqlStep.update(INSERT_BOOKINGS, ranges, ids, versions));
  }

  private record Change(BookingId booking, int version) {}
}
