package dev.stampede.postgres.events;

import static java.util.stream.Collectors.toList;

import dev.stampede.engine.claim.Booking;
import dev.stampede.engine.claim.BookingId;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.SeatEvent;
import dev.stampede.engine.events.EventRange;
import dev.stampede.engine.events.Outbox;
import dev.stampede.engine.events.OutboxEvent;
import dev.stampede.engine.events.OutboxLag;
import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.ShowId;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.LogMark;
import dev.stampede.postgres.OwnConnections;
import dev.stampede.postgres.SqlStep;
import dev.stampede.postgres.Transport;
import dev.stampede.postgres.column.BookingColumns;
import dev.stampede.postgres.column.EventCodes;
import dev.stampede.postgres.column.Micros;
import dev.stampede.postgres.sale.SeatStatistics;
import dev.stampede.postgres.show.PostgresShows;
import dev.stampede.postgres.show.ShowMaps;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * The outbox table: events that have been committed and not been sent. It has connections of its
 * own: the pool serves requests.
 */
public final class PostgresOutbox implements Outbox, AutoCloseable {

  /** One for the relay, and one for the reader of its lag. */
  private static final int CONNECTIONS = 2;

  /** More rows of a range are not looked at in one batch, however few events they hold. */
  private static final int ROWS = 256;

  /**
   * The first rows of each range until they hold enough, and what they name. The joins look rows up
   * one by one: whatever the planner believes of a table that is empty most of the time, it cannot
   * choose to read all events there are.
   */
  private static final String READ =
      "SELECT g.id, o.version, e.show_id, e.number, e.type, e.reason, e.buyer, e.hold_id,"
          + " e.booking_id, e.at, "
          + LogMark.FLUSHED
          + ", g.timeline, "
          + BookingColumns.LIST
          + """
           FROM unnest(?::smallint[], ?::bigint[]) AS r (range, floor)
          CROSS JOIN LATERAL (
            SELECT f.*
            FROM (
              SELECT *, sum(coalesce(cardinality(versions), 1)) OVER (ORDER BY id)
                - coalesce(cardinality(versions), 1) AS before
              FROM (
                SELECT * FROM outbox
                WHERE range = r.range AND id > CASE ?::text WHEN\s"""
          + OutboxFloors.HISTORY
          + """
           THEN r.floor ELSE 0 END
                ORDER BY id
                LIMIT ?::integer) AS first
            ) AS f
            WHERE f.before < ?::integer) AS g
          CROSS JOIN LATERAL unnest(
              coalesce(g.numbers, ARRAY[g.number]), coalesce(g.versions, ARRAY[g.version]),
              coalesce(g.bookings, ARRAY[g.booking_id]))
            WITH ORDINALITY AS o (number, version, booking_id, place)
          LEFT JOIN LATERAL (
            SELECT * FROM seat_event
            WHERE show_id = g.show_id AND number = o.number AND version = o.version
            LIMIT 1) AS e ON true
          LEFT JOIN LATERAL (SELECT * FROM booking WHERE id = o.booking_id LIMIT 1) AS b ON true
          ORDER BY g.id, o.place""";

  /**
   * All epochs, the latest first. Read after the events: the epoch that an event is of has begun
   * before it was decided. A statement of its own, since looking it up for each event took as long
   * as the event itself.
   */
  private static final String READ_EPOCHS =
      "SELECT epoch, timeline, since::text, since FROM database_epoch ORDER BY epoch DESC";

  /** In a database that was rewound in between, these ids may be those of other events. */
  private static final String DELETE =
      """
      DELETE FROM outbox
      WHERE range = ?::smallint AND id = ANY (?::bigint[])
        AND timeline = ANY (ARRAY (
          SELECT timeline FROM database_epoch WHERE epoch = ANY (?::bigint[])))
        AND ?::bigint <=\s"""
          + LogMark.FLUSHED
          + " RETURNING id";

  private static final String COUNT =
      """
      SELECT least(?::bigint, coalesce(sum(w.size), 0))
      FROM (SELECT coalesce(cardinality(versions), 1) AS size FROM outbox LIMIT ?::integer) AS w""";

  /** The first row of each range is its oldest, or as good as. */
  private static final String AGE =
      """
      SELECT coalesce(max(extract(epoch FROM (SELECT stampede_now()) - coalesce(e.at,
        CASE o.version WHEN 1 THEN b.confirmed_at ELSE b.cancelled_at END))), 0) * 1000
      FROM relay_range r
      CROSS JOIN LATERAL (
        SELECT show_id, coalesce(numbers[1], number) AS number,
          coalesce(versions[1], version) AS version, coalesce(bookings[1], booking_id) AS booking_id
        FROM outbox WHERE range = r.range ORDER BY id LIMIT 1) AS o
      LEFT JOIN seat_event e
        ON e.show_id = o.show_id AND e.number = o.number AND e.version = o.version
      LEFT JOIN booking b ON b.id = o.booking_id""";

  private static final int FLUSHED = 11;
  private static final int TIMELINE = 12;
  private static final int BOOKING_COLUMNS = 13;

  private final OwnConnections connections;
  private final ShowMaps maps;
  private final LogMark mark;
  private final OutboxFloors floors = new OutboxFloors(System::nanoTime);

  public PostgresOutbox(Database database, PostgresShows shows) {
    this.connections = new OwnConnections(database.settings(), CONNECTIONS);
    this.maps = shows.maps();
    this.mark = database.logMark();
  }

  @Override
  public Unsent read(Set<Integer> ranges, int limit) {
    List<Row> rows = new ArrayList<>();
    List<OutboxEvent> events = new ArrayList<>();
    long reached = mark.highest();
    Integer[] asked = ranges.toArray(Integer[]::new);
    connections.use(
        connection -> {
          List<SqlStep> steps = new ArrayList<>(floors.steps());
          steps.add(
              SqlStep.query(
                  READ,
                  row -> rows.add(row(row, reached)),
                  asked,
                  floors.of(asked),
                  floors.history(),
                  ROWS,
                  limit));
          List<Epoch> epochs = new ArrayList<>();
          steps.add(SqlStep.query(READ_EPOCHS, row -> epochs.add(Epoch.read(row))));
          Transport.TOGETHER.send(connection, steps);
          maps.load(connection, rows.stream().map(Row::show).toList());
          for (Row row : rows) {
            events.add(row.with(epoch(row, epochs), map(connection, row.show())));
          }
        });
    floors.read(asked, events);
    return new Unsent(events, isMore(events, limit));
  }

  /** True if a range may have more rows than were read of it. */
  private static boolean isMore(List<OutboxEvent> events, int limit) {
    int[] found = new int[EventRange.COUNT];
    events.forEach(event -> found[event.range()]++);
    return Arrays.stream(found).anyMatch(count -> count >= Math.min(limit, ROWS));
  }

  /** There may be more shows in a batch than are kept in memory at once. */
  private SeatMap map(Connection connection, ShowId show) throws SQLException {
    SeatMap known = maps.map(show);
    if (known == null) {
      maps.load(connection, List.of(show));
      known = maps.map(show);
    }
    return Objects.requireNonNull(known, () -> "show " + show + " has no sections");
  }

  /**
   * Deletes sent events and counts them in the same transaction. A row is deleted once, however
   * many servers have sent it and however often, so that each event counts once; and a database
   * that is rewound takes both back.
   */
  @Override
  public void delete(List<OutboxEvent> sent) {
    Map<Integer, List<OutboxEvent>> byRange =
        sent.stream().collect(Collectors.groupingBy(OutboxEvent::range, TreeMap::new, toList()));
    connections.use(
        connection -> {
          connection.setAutoCommit(false);
          Set<Long> deleted = new HashSet<>();
          Transport.TOGETHER.send(
              connection,
              byRange.entrySet().stream()
                  .map(of -> delete(of.getKey(), of.getValue(), deleted))
                  .toList());
          List<SqlStep> counting =
              new ArrayList<>(
                  SeatStatistics.steps(
                      sent.stream().filter(event -> deleted.contains(event.id())).toList()));
          counting.add(SqlStep.COMMIT);
          Transport.TOGETHER.send(connection, counting);
          connection.setAutoCommit(true);
        });
  }

  private SqlStep delete(int range, List<OutboxEvent> sent, Set<Long> deleted) {
    long[] ids = sent.stream().mapToLong(OutboxEvent::id).distinct().toArray();
    long[] epochs = sent.stream().mapToLong(OutboxEvent::epoch).distinct().toArray();
    return SqlStep.query(
        DELETE, row -> deleted.add(row.getLong(1)), range, ids, epochs, mark.highest());
  }

  @Override
  public OutboxLag lag(int most) {
    long[] found = new long[2];
    send(
        SqlStep.query(COUNT, row -> found[0] = row.getLong(1), (long) most, most),
        SqlStep.query(AGE, row -> found[1] = row.getLong(1)));
    return new OutboxLag((int) found[0], Duration.ofMillis(Math.max(0, found[1])));
  }

  private void send(SqlStep... steps) {
    connections.use(connection -> Transport.TOGETHER.send(connection, List.of(steps)));
  }

  @Override
  public void close() {
    connections.close();
  }

  /** An event as it was read; its seats have no labels yet. */
  private sealed interface Row {

    long id();

    int timeline();

    ShowId show();

    /** The time of the decision. */
    Instant at();

    OutboxEvent with(long epoch, SeatMap map);
  }

  private record SeatRow(long id, int timeline, SeatEvent event) implements Row {

    @Override
    public ShowId show() {
      return event.show();
    }

    @Override
    public Instant at() {
      return event.at();
    }

    @Override
    public OutboxEvent with(long epoch, SeatMap map) {
      return new OutboxEvent.OfSeat(id, epoch, event, map.label(event.seat()));
    }
  }

  private record BookingRow(long id, int timeline, Booking booking) implements Row {

    @Override
    public ShowId show() {
      return booking.show();
    }

    @Override
    public Instant at() {
      return booking.cancelledAt().orElse(booking.confirmedAt());
    }

    @Override
    public OutboxEvent with(long epoch, SeatMap map) {
      return new OutboxEvent.OfBooking(
          id, epoch, booking, booking.seats().stream().map(map::label).toList());
    }
  }

  /** An epoch of the database; the first of a timeline has no beginning. */
  private record Epoch(long number, int timeline, Instant since) {

    static Epoch read(ResultSet row) throws SQLException {
      boolean ever = row.getString(3).equals("-infinity");
      return new Epoch(row.getLong(1), row.getInt(2), ever ? Instant.MIN : Micros.read(row, 4));
    }

    boolean isOf(Row row) {
      return timeline == row.timeline() && !since.isAfter(row.at());
    }
  }

  /**
   * The last epoch that had begun when the event was decided, on the timeline on which it was
   * written: the same however often it is sent. There is none yet for what was written since the
   * database was rewound.
   */
  private static long epoch(Row row, List<Epoch> epochs) throws SQLException {
    for (Epoch epoch : epochs) {
      if (epoch.isOf(row)) {
        return epoch.number();
      }
    }
    throw new SQLException(
        "row %d of the outbox was written on a timeline that belongs to no epoch; events wait for the next epoch"
            .formatted(row.id()));
  }

  private Row row(ResultSet row, long reached) throws SQLException {
    long id = row.getLong(1);
    long flushed = row.getLong(FLUSHED);
    if (flushed < reached) {
      throw new SQLException(
          "the database's log ends at %d but had reached %d: the database was rewound; events wait for the next epoch"
              .formatted(flushed, reached));
    }
    mark.reached(flushed);
    if (row.getString(5) != null) {
      return new SeatRow(id, row.getInt(TIMELINE), event(row));
    }
    if (row.getString(BOOKING_COLUMNS) == null) {
      throw new SQLException(
          "row %d of the outbox names an event or a booking that does not exist; it was deleted"
              .formatted(id));
    }
    // Version 1 is sent as the booking was when confirmed, even if it was cancelled since.
    Booking booking =
        row.getInt(2) == 1
            ? BookingColumns.asConfirmed(row, BOOKING_COLUMNS)
            : BookingColumns.read(row, BOOKING_COLUMNS);
    return new BookingRow(id, row.getInt(TIMELINE), booking);
  }

  private static SeatEvent event(ResultSet row) throws SQLException {
    return new SeatEvent(
        new ShowId(row.getLong(3)),
        row.getInt(4),
        row.getInt(2),
        EventCodes.type(row.getString(5)),
        EventCodes.reason(row.getString(6)),
        new Buyer(row.getString(7)),
        new HoldId(row.getObject(8, UUID.class)),
        Optional.ofNullable(row.getObject(9, UUID.class)).map(BookingId::new),
        Micros.read(row, 10));
  }
}
