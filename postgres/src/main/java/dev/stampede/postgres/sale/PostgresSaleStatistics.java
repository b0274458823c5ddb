package dev.stampede.postgres.sale;

import dev.stampede.engine.events.OutboxLag;
import dev.stampede.engine.sale.SaleFigures;
import dev.stampede.engine.sale.SaleFlow;
import dev.stampede.engine.sale.SaleStatistics;
import dev.stampede.engine.show.ShowId;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.column.Micros;
import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/** Counts holds and bookings of a show, each table in one pass, from the primary. */
public final class PostgresSaleStatistics implements SaleStatistics {

  /** An operator would rather see the last known figures than wait for longer. */
  static final int TIMEOUT_SECONDS = 2;

  /** One row for each group of live holds by age, and one for each way in which others ended. */
  private static final String COUNT_HOLDS =
      """
      WITH clock AS MATERIALIZED (SELECT stampede_now() AS at)
      SELECT
        CASE
          WHEN h.state = 'l' AND h.expires_at > clock.at THEN 'l'
          WHEN h.state IN ('l', 'e') THEN 'e'
          ELSE h.state::text
        END AS fate,
        CASE
          WHEN h.state = 'l' AND h.expires_at > clock.at
            THEN width_bucket(
              extract(epoch FROM clock.at - h.created_at)::float8, :bounds::float8[])
          ELSE 0
        END AS age,
        count(*),
        extract(epoch FROM max(clock.at - h.created_at))::float8
      FROM hold h, clock
      WHERE h.show_id = :show
      GROUP BY fate, age""";

  private static final String COUNT_BOOKINGS =
      """
      WITH clock AS MATERIALIZED (SELECT stampede_now() AS at)
      SELECT
        (SELECT at FROM clock),
        count(*) FILTER (WHERE b.cancelled_at IS NULL),
        count(*) FILTER (WHERE b.cancelled_at IS NOT NULL),
        count(*) FILTER (WHERE b.confirmed_at > (SELECT at FROM clock) - interval '1 minute'),
        coalesce(sum(b.total) FILTER (WHERE b.cancelled_at IS NULL AND b.provider IS NULL), 0),
        coalesce(sum(b.total) FILTER (WHERE b.cancelled_at IS NULL AND b.provider IS NOT NULL), 0)
      FROM booking b
      WHERE b.show_id = :show""";

  private static final String COUNT_NEW_BOOKINGS =
      """
      SELECT b.show_id, count(*)
      FROM booking b
      WHERE b.confirmed_at > (SELECT stampede_now()) - interval '1 minute'
      GROUP BY b.show_id""";

  private static final String TOLD =
      """
      SELECT
        s.name,
        coalesce(s.capacity, s.row_count * s.seats_per_row),
        t.held, t.given_back, t.lapsed, t.cancelled, t.sold,
        (t.sold - t.cancelled) * s.price::numeric
      FROM section s
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(held), 0) AS held, coalesce(sum(given_back), 0) AS given_back,
          coalesce(sum(lapsed), 0) AS lapsed, coalesce(sum(sold), 0) AS sold,
          coalesce(sum(cancelled), 0) AS cancelled
        FROM section_statistic
        WHERE show_id = s.show_id AND section = s.name) AS t
      WHERE s.show_id = :show
      ORDER BY s.position""";

  private static final String HEARD =
      "SELECT confirmed, cancelled FROM booking_statistic WHERE show_id = :show";

  private static final String MOVED =
      """
      SELECT show_id, sum(sold) AS sold, sum(released) AS released, sum(cancelled) AS cancelled
      FROM sale_statistic
      WHERE at > (SELECT stampede_now()) - interval '1 minute'
      GROUP BY show_id""";

  /** If older events than this wait in the outbox, the count of the last minute is incomplete. */
  private static final Duration FRESH = Duration.ofSeconds(10);

  private static final Double[] BOUNDS =
      SaleFigures.AGES.stream().map(age -> (double) age.toSeconds()).toArray(Double[]::new);

  private final Jdbi jdbi;
  private final Supplier<OutboxLag> untold;

  /**
   * Counts the sales in a database.
   *
   * @param untold the lag of the outbox; its events are not counted as told yet
   */
  public PostgresSaleStatistics(Database database, Supplier<OutboxLag> untold) {
    this.jdbi = database.jdbi();
    this.untold = untold;
  }

  /** The groups as they are read. */
  private static final class Tally {
    final List<Long> byAge = new ArrayList<>(Collections.nCopies(SaleFigures.AGES.size() + 1, 0L));
    Optional<Duration> oldest = Optional.empty();
    long paid;
    long lapsed;
    long released;

    void read(ResultSet row) throws SQLException {
      long count = row.getLong(3);
      switch (row.getString(1)) {
        case "l" -> live(row.getInt(2), count, row.getDouble(4));
        case "p" -> paid += count;
        case "e" -> lapsed += count;
        case "r" -> released += count;
        default ->
            throw new IllegalStateException("'" + row.getString(1) + "' is no fate of a hold");
      }
    }

    private void live(int age, long count, double oldestSeconds) {
      byAge.set(age, byAge.get(age) + count);
      Duration old = Duration.ofMillis(Math.max(0, Math.round(oldestSeconds * 1_000)));
      oldest = oldest.filter(known -> known.compareTo(old) > 0).or(() -> Optional.of(old));
    }
  }

  @Override
  public SaleFigures of(ShowId show) {
    return jdbi.withHandle(
        handle -> {
          Tally holds = new Tally();
          handle
              .createQuery(COUNT_HOLDS)
              .setQueryTimeout(TIMEOUT_SECONDS)
              .bind("show", show.value())
              .bindArray("bounds", Double.class, (Object[]) BOUNDS)
              .map(
                  (row, _) -> {
                    holds.read(row);
                    return row.getString(1);
                  })
              .list();
          return bookings(handle, show, holds);
        });
  }

  private SaleFigures bookings(Handle handle, ShowId show, Tally holds) {
    return handle
        .createQuery(COUNT_BOOKINGS)
        .setQueryTimeout(TIMEOUT_SECONDS)
        .bind("show", show.value())
        .map((row, _) -> figures(row, holds, told(handle, show)))
        .one();
  }

  private SaleFigures.Told told(Handle handle, ShowId show) {
    return new SaleFigures.Told(
        untold.get().age(),
        heard(handle, show),
        handle
            .createQuery(TOLD)
            .setQueryTimeout(TIMEOUT_SECONDS)
            .bind("show", show.value())
            .map(
                (row, _) ->
                    new SaleFigures.OfSection(
                        row.getString(1),
                        row.getLong(2),
                        row.getLong(3),
                        new SaleFigures.Freed(row.getLong(4), row.getLong(5), row.getLong(6)),
                        row.getLong(7),
                        whole(row, 8)))
            .list());
  }

  private static SaleFigures.Heard heard(Handle handle, ShowId show) {
    return handle
        .createQuery(HEARD)
        .setQueryTimeout(TIMEOUT_SECONDS)
        .bind("show", show.value())
        .map((row, _) -> new SaleFigures.Heard(row.getLong(1), row.getLong(2)))
        .findOne()
        .orElse(new SaleFigures.Heard(0, 0));
  }

  private static SaleFigures figures(ResultSet row, Tally holds, SaleFigures.Told told)
      throws SQLException {
    Instant at = Micros.read(row, 1);
    return new SaleFigures(
        at,
        new SaleFigures.LiveHolds(holds.byAge, holds.oldest),
        new SaleFigures.EndedHolds(holds.paid, holds.lapsed, holds.released),
        new SaleFigures.Booked(row.getLong(2), row.getLong(3), row.getLong(4)),
        new SaleFigures.Revenue(whole(row, 5), whole(row, 6)),
        told);
  }

  /** Reads a sum, which PostgreSQL makes a numeric; as a long it would wrap without a word. */
  private static BigInteger whole(ResultSet row, int column) throws SQLException {
    return row.getBigDecimal(column).toBigIntegerExact();
  }

  @Override
  public Map<ShowId, Long> bookedInTheLastMinute() {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(COUNT_NEW_BOOKINGS)
                .setQueryTimeout(TIMEOUT_SECONDS)
                .reduceRows(
                    new HashMap<ShowId, Long>(),
                    (counts, row) -> {
                      counts.put(
                          new ShowId(row.getColumn("show_id", Long.class)),
                          row.getColumn("count", Long.class));
                      return counts;
                    }));
  }

  @Override
  public Optional<Map<ShowId, SaleFlow>> movedInTheLastMinute() {
    return untold.get().age().compareTo(FRESH) <= 0
        ? Optional.of(jdbi.withHandle(PostgresSaleStatistics::moved))
        : Optional.empty();
  }

  private static Map<ShowId, SaleFlow> moved(Handle handle) {
    return handle
        .createQuery(MOVED)
        .setQueryTimeout(TIMEOUT_SECONDS)
        .reduceRows(
            new HashMap<ShowId, SaleFlow>(),
            (flows, row) -> {
              flows.put(
                  new ShowId(row.getColumn("show_id", Long.class)),
                  new SaleFlow(
                      row.getColumn("sold", Long.class),
                      row.getColumn("released", Long.class),
                      row.getColumn("cancelled", Long.class)));
              return flows;
            });
  }
}
