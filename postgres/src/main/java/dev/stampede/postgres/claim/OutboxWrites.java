package dev.stampede.postgres.claim;

import dev.stampede.engine.claim.BookingId;
import dev.stampede.engine.claim.SeatEvent;
import dev.stampede.engine.claim.decision.GroupResult;
import dev.stampede.engine.events.EventRange;
import dev.stampede.engine.show.ShowId;
import dev.stampede.postgres.SqlStep;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The statements that write outbox rows: every event of a seat and every change of a booking that a
 * group writes, in its order. A row holds all of one range, and of one show where they are of
 * seats, so that telling costs a group a few rows and not one for each event.
 */
final class OutboxWrites {

  private static final String INSERT_SEATS =
      """
      INSERT INTO outbox (range, show_id, numbers, versions)
      SELECT unnest(?::smallint[]), unnest(?::bigint[]), unnest(?::text[])::integer[],
        unnest(?::text[])::integer[]""";

  private static final String INSERT_BOOKINGS =
      """
      INSERT INTO outbox (range, bookings, versions)
      SELECT unnest(?::smallint[]), unnest(?::text[])::uuid[], unnest(?::text[])::integer[]""";

  private static final int CONFIRMED = 1;
  private static final int CANCELLED = 2;

  private OutboxWrites() {}

  static List<SqlStep> steps(GroupResult.Writes writes) {
    List<SqlStep> steps = new ArrayList<>();
    if (!writes.events().isEmpty()) {
      steps.add(seats(writes.events()));
    }
    List<Change> changes = changes(writes.bookings());
    if (!changes.isEmpty()) {
      steps.add(bookings(changes));
    }
    return steps;
  }

  private record OfShow(int range, ShowId show) {}

  private static SqlStep seats(List<SeatEvent> events) {
    Map<OfShow, List<SeatEvent>> rows = new LinkedHashMap<>();
    for (SeatEvent event : events) {
      OfShow row = new OfShow(EventRange.of(event.show(), event.seat()), event.show());
      rows.computeIfAbsent(row, _ -> new ArrayList<>()).add(event);
    }
    short[] ranges = new short[rows.size()];
    long[] shows = new long[rows.size()];
    int at = 0;
    for (OfShow row : rows.keySet()) {
      ranges[at] = (short) row.range();
      shows[at++] = row.show().value();
    }
    return SqlStep.update(
        INSERT_SEATS,
        ranges,
        shows,
        arrays(rows, SeatEvent::seat),
        arrays(rows, SeatEvent::version));
  }

  private record Change(BookingId booking, int version) {}

  /** A booking that the same group made and cancelled is told as both, in this order. */
  private static List<Change> changes(GroupResult.BookingWrites bookings) {
    List<Change> changes = new ArrayList<>();
    for (GroupResult.NewBooking made : bookings.made()) {
      BookingId id = made.confirmed().id();
      changes.add(new Change(id, CONFIRMED));
      made.cancelled().ifPresent(_ -> changes.add(new Change(id, CANCELLED)));
    }
    bookings.cancelled().forEach(booking -> changes.add(new Change(booking.id(), CANCELLED)));
    return changes;
  }

  private static SqlStep bookings(List<Change> changes) {
    Map<Integer, List<Change>> rows = new LinkedHashMap<>();
    for (Change change : changes) {
      rows.computeIfAbsent(EventRange.of(change.booking()), _ -> new ArrayList<>()).add(change);
    }
    short[] ranges = new short[rows.size()];
    int at = 0;
    for (int range : rows.keySet()) {
      ranges[at++] = (short) range;
    }
    return SqlStep.update(
        INSERT_BOOKINGS,
        ranges,
        arrays(rows, change -> change.booking().value()),
        arrays(rows, Change::version));
  }

  /** An array of arrays of different lengths does not exist in SQL; as text it does. */
  private static <E> String[] arrays(Map<?, List<E>> rows, Function<E, ?> part) {
    return rows.values().stream()
        .map(
            row ->
                row.stream()
                    .map(each -> String.valueOf(part.apply(each)))
                    .collect(Collectors.joining(",", "{", "}")))
        .toArray(String[]::new);
  }
}
