package dev.stampede.postgres.show;

import dev.stampede.engine.claim.SeatState;
import dev.stampede.engine.seats.SeatRows;
import dev.stampede.engine.seats.SeatSource;
import dev.stampede.engine.seats.SeatsUnavailableException;
import dev.stampede.engine.show.Show;
import dev.stampede.engine.show.ShowId;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.column.Micros;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
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

  private static final int LINES_AT_ONCE = 2_000;

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

  /** In pieces: the driver would keep all lines of the answer in memory beside the rows. */
  private Snapshot load(Show show) {
    return database
        .jdbi()
        .inTransaction(
            handle ->
                handle
                    .createQuery(READ_TOUCHED)
                    .setFetchSize(LINES_AT_ONCE)
                    .bind("show", show.id().value())
                    .scanResultSet((lines, context) -> read(show, lines.get())));
  }

  private static Snapshot read(Show show, ResultSet lines) throws SQLException {
    SeatRows rows = new SeatRows();
    lines.next();
    Instant at = Micros.read(lines, 1);
    do {
      add(lines, rows);
    } while (lines.next());
    return new Snapshot(show.map(), rows, at);
  }

  /** Adds the seat, if the line has one. */
  private static void add(ResultSet line, SeatRows rows) throws SQLException {
    int number = line.getInt(2);
    if (line.wasNull()) {
      return;
    }
    SeatState state = SeatState.of(line.getString(3).charAt(0));
    String buyer = line.getString(5);
    if (buyer == null) {
      rows.addFree(number, state, line.getInt(4));
    } else {
      rows.add(
          number,
          state,
          line.getInt(4),
          buyer,
          line.getObject(6, UUID.class),
          Micros.of(Micros.read(line, 7)));
    }
  }
}
