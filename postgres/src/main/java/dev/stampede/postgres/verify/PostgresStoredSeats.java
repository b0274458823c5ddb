package dev.stampede.postgres.verify;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.SeatRow;
import dev.stampede.engine.claim.SeatState;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.verify.Scope;
import dev.stampede.engine.verify.StoredSeats;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.DatabaseException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.JdbiException;
import org.jdbi.v3.core.statement.Query;

/** Reads seats in their order, for a comparison with what other stores say of them. */
public final class PostgresStoredSeats implements StoredSeats {

  private static final String COLUMNS =
      "SELECT show_id, number, state, version, buyer, hold_id, held_until, %s FROM seat "
          .formatted(SeatDrift.PLACE);

  private static final String NEXT =
      COLUMNS
          + """
          WHERE (show_id, number) > (:after, :number)
            AND show_id <= :last
          ORDER BY show_id, number
          LIMIT :limit""";

  private static final String AGAIN =
      COLUMNS + "WHERE show_id = :show AND number = ANY (:numbers) ORDER BY number";

  /** Seats count from 0. */
  private static final int BEFORE_ALL = -1;

  private static final String NOW = "SELECT stampede_now()";

  private final Database database;
  private final Scope scope;

  public PostgresStoredSeats(Database database, Scope scope) {
    this.database = database;
    this.scope = scope;
  }

  @Override
  public Stretch next(String after, int limit) {
    int slash = after.indexOf('/');
    Long only = ScopeFilter.show(scope);
    long first = only == null ? 0 : only;
    long show = slash < 0 ? first : Long.parseLong(after.substring(0, slash));
    int number = slash < 0 ? BEFORE_ALL : Integer.parseInt(after.substring(slash + 1));
    return read(
        handle ->
            handle
                .createQuery(NEXT)
                .bind("after", show)
                .bind("number", number)
                .bind("last", only == null ? Long.MAX_VALUE : only)
                .bind("limit", limit));
  }

  @Override
  public Stretch again(ShowId show, List<Integer> seats) {
    return read(
        handle ->
            handle
                .createQuery(AGAIN)
                .bind("show", show.value())
                .bindArray("numbers", Integer.class, seats));
  }

  @FunctionalInterface
  private interface Asked {
    Query by(Handle handle);
  }

  private Stretch read(Asked asked) {
    try {
      return database
          .jdbi()
          .withHandle(
              handle ->
                  new Stretch(
                      asked.by(handle).map((row, _) -> stored(row)).list(),
                      handle.createQuery(NOW).mapTo(Instant.class).one()));
    } catch (JdbiException e) {
      throw new DatabaseException("seats could not be read: " + e.getMessage(), e);
    }
  }

  private static Stored stored(ResultSet row) throws SQLException {
    return new Stored(
        new ShowId(row.getLong(1)),
        new SeatRow(
            row.getInt(2), SeatState.of(row.getString(3).charAt(0)), row.getInt(4), owner(row)),
        row.getString(8));
  }

  private static Optional<SeatRow.Owner> owner(ResultSet row) throws SQLException {
    String buyer = row.getString(5);
    return buyer == null
        ? Optional.empty()
        : Optional.of(
            new SeatRow.Owner(
                new Buyer(buyer),
                new HoldId(row.getObject(6, UUID.class)),
                row.getObject(7, OffsetDateTime.class).toInstant()));
  }
}
