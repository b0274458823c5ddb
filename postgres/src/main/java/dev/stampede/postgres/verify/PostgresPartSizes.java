package dev.stampede.postgres.verify;

import dev.stampede.engine.verify.Part;
import dev.stampede.engine.verify.PartSizes;
import dev.stampede.engine.verify.Scope;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.DatabaseException;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;
import org.jdbi.v3.core.JdbiException;

/**
 * Estimates how much there is to compare: seats by the sizes of the sections, other rows by
 * PostgreSQL's statistics. It counts no rows, so it takes milliseconds.
 */
public final class PostgresPartSizes implements PartSizes {

  private static final String SHOWS =
      """
      SELECT (SELECT count(*) FROM show WHERE :show::bigint IS NULL OR id = :show::bigint),
        (SELECT coalesce(sum(coalesce(capacity, row_count * seats_per_row)), 0)
          FROM section
          WHERE %s)"""
          .formatted(ScopeFilter.OF_SHOW);

  /** Below zero: PostgreSQL has not analyzed the table yet. */
  private static final String ESTIMATE =
      "SELECT reltuples::bigint FROM pg_class WHERE oid = to_regclass(:table)";

  private static final Map<Part, String> TABLES =
      new EnumMap<>(
          Map.of(
              Part.HOLDS, "hold",
              Part.BOOKINGS, "booking",
              Part.TRANSFERS, "transfer",
              Part.WALLETS, "wallet",
              Part.LEDGER, "entry"));

  private final Map<Part, Long> rows = new EnumMap<>(Part.class);

  private record OfShows(long shows, long seats) {}

  /** Reads them, once. */
  public PostgresPartSizes(Database database, Scope scope) {
    try {
      database
          .jdbi()
          .useHandle(
              handle -> {
                OfShows there =
                    handle
                        .createQuery(SHOWS)
                        .bind("show", ScopeFilter.show(scope))
                        .map((row, _) -> new OfShows(row.getLong(1), row.getLong(2)))
                        .one();
                rows.put(Part.SHOWS, there.shows());
                rows.put(Part.SEATS, there.seats());
                rows.put(Part.SEAT_KEYS, there.seats());
                if (scope instanceof Scope.Everything) {
                  TABLES.forEach(
                      (part, table) ->
                          handle
                              .createQuery(ESTIMATE)
                              .bind("table", table)
                              .mapTo(Long.class)
                              .filter(estimate -> estimate >= 0)
                              .forEach(estimate -> rows.put(part, estimate)));
                }
              });
    } catch (JdbiException e) {
      throw new DatabaseException("the tables could not be sized: " + e.getMessage(), e);
    }
  }

  @Override
  public OptionalLong rows(Part part) {
    Long known = rows.get(part);
    return known == null ? OptionalLong.empty() : OptionalLong.of(known);
  }
}
