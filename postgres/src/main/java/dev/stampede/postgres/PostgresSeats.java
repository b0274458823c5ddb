package dev.stampede.postgres;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.SeatRow;
import dev.stampede.engine.claim.SeatState;
import dev.stampede.engine.seats.SeatSource;
import dev.stampede.engine.seats.SeatsUnavailableException;
import dev.stampede.engine.show.Show;
import dev.stampede.engine.show.ShowId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.JdbiException;

/** All seats of a show as they are stored, for those who keep a copy. Read from the primary. */
public final class PostgresSeats implements SeatSource {

  /** A seat at version 0 is as it was made: free. Most are, so they stay away. */
  private static final String READ_TOUCHED =
      """
      SELECT clock.at, s.number, s.state, s.version, s.buyer, s.hold_id, s.held_until
      FROM (SELECT stampede_now() AS at) AS clock
      LEFT JOIN seat s ON s.show_id = :show AND s.version > 0
      ORDER BY s.number""";

  private final Database database;
  private final PostgresShows shows;

  public PostgresSeats(Database database, PostgresShows shows) {
    this.database = database;
    this.shows = shows;
  }

  @Override
  public Optional<Snapshot> load(ShowId show) {
    try {
      return shows.find(show).map(this::load);
    } catch (JdbiException e) {
      throw new SeatsUnavailableException("the seats of show " + show + " cannot be read", e);
    }
  }

  private Snapshot load(Show show) {
    List<SeatRow> rows = new ArrayList<>();
    Instant at =
        database
            .jdbi()
            .withHandle(
                handle ->
                    handle
                        .createQuery(READ_TOUCHED)
                        .bind("show", show.id().value())
                        .map((row, context) -> read(row, rows))
                        .list()
                        .getFirst());
    return new Snapshot(show.map(), rows, at);
  }

  /** Adds the seat, if the line has one, and answers the time that stands in every line. */
  private static Instant read(ResultSet row, List<SeatRow> rows) throws SQLException {
    int number = row.getInt(2);
    if (!row.wasNull()) {
      SeatState state = SeatState.of(row.getString(3).charAt(0));
      rows.add(new SeatRow(number, state, row.getInt(4), owner(row)));
    }
    return row.getObject(1, OffsetDateTime.class).toInstant();
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
