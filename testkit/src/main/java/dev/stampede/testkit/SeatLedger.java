package dev.stampede.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.show.ShowId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The seats and events of a database as they are, read past everything that could be wrong. */
public final class SeatLedger {

  /** Every event's place in the history of its seat, and what the seat must then be. */
  private static final String WRONG_HISTORY =
      """
      WITH history AS (
        SELECT e.*, row_number() OVER seat_in_order AS expected,
          lag(e.type) OVER seat_in_order AS before,
          lag(e.hold_id) OVER seat_in_order AS hold_before
        FROM seat_event e
        WHERE e.show_id = ?
        WINDOW seat_in_order AS (PARTITION BY e.show_id, e.number ORDER BY e.version)
      )
      SELECT format('seat %s version %s: %s after %s', number, version, type, before)
      FROM history
      WHERE version <> expected
        OR (type = 'h' AND reason <> 'm' AND before = 'h')
        OR (reason = 'm' AND (type <> 'h' OR before <> 'h' OR hold_id <> hold_before))
        OR (type = 'r' AND (before IS NULL OR before = 'r'))
        OR (type = 's' AND (before = 's' OR booking_id IS NULL))""";

  private static final String UNLIKE_ITS_HISTORY =
      """
      SELECT format('seat %s is %s at version %s, but its last event is %s at %s',
        s.number, s.state, s.version, last.type, last.version)
      FROM seat s
      LEFT JOIN LATERAL (
        SELECT *
        FROM seat_event e
        WHERE e.show_id = s.show_id AND e.number = s.number
        ORDER BY e.version DESC
        LIMIT 1) AS last ON true
      WHERE s.show_id = ?
        AND (s.version <> coalesce(last.version, 0)
          OR s.state <> CASE last.type WHEN 'h' THEN 'h' WHEN 's' THEN 's' ELSE 'f' END
          OR (s.state <> 'f' AND (s.hold_id <> last.hold_id OR s.buyer <> last.buyer)))""";

  /** A live hold has all its seats or it is a lie. */
  private static final String PARTIAL_HOLDS =
      """
      SELECT format('hold %s of %s has %s of its %s seats', h.id, h.buyer,
        count(s.number), cardinality(h.seats))
      FROM hold h
      LEFT JOIN seat s ON s.show_id = h.show_id AND s.number = ANY (h.seats) AND s.hold_id = h.id
      WHERE h.show_id = ? AND h.state = 'l' AND h.expires_at > (SELECT stampede_now())
      GROUP BY h.id
      HAVING count(s.number) <> cardinality(h.seats)""";

  /** A hold and its seats end together, and one that was tidied up is over. */
  private static final String WRONG_ENDS =
      """
      SELECT format('hold %s ends at %s, its seat %s at %s', h.id, h.expires_at, s.number,
        s.held_until)
      FROM hold h
      JOIN seat s ON s.show_id = h.show_id AND s.number = ANY (h.seats) AND s.hold_id = h.id
      WHERE h.show_id = ? AND h.state = 'l' AND s.state = 'h' AND s.held_until <> h.expires_at
      UNION ALL
      SELECT format('hold %s was tidied up, but ends at %s', h.id, h.expires_at)
      FROM hold h
      WHERE h.show_id = ? AND h.state = 'e' AND h.expires_at > (SELECT stampede_now())""";

  /** A confirmed booking has all its seats, and what is sold is somebody's booking. */
  private static final String WRONG_BOOKINGS =
      """
      SELECT format('booking %s of %s has %s of its %s seats', b.id, b.buyer,
        count(s.number), cardinality(b.seats))
      FROM booking b
      LEFT JOIN seat s ON s.show_id = b.show_id AND s.number = ANY (b.seats)
        AND s.hold_id = b.hold_id AND s.state = 's' AND s.buyer = b.buyer
      WHERE b.show_id = ?
      GROUP BY b.id
      HAVING count(s.number) <> CASE WHEN b.cancelled_at IS NULL THEN cardinality(b.seats) ELSE 0 END
      UNION ALL
      SELECT format('seat %s is sold, but to no booking', s.number)
      FROM seat s
      WHERE s.show_id = ? AND s.state = 's' AND NOT EXISTS (
        SELECT FROM booking b
        WHERE b.hold_id = s.hold_id AND s.number = ANY (b.seats) AND b.cancelled_at IS NULL)""";

  private static final String EVENTS_OF_SEAT =
      """
      SELECT type::text || ':' || buyer
      FROM seat_event
      WHERE show_id = ? AND number = ?
      ORDER BY version""";

  private final Sql database;

  public SeatLedger(String databaseUrl) {
    this.database = new Sql(databaseUrl);
  }

  /**
   * Replaying the events gives exactly the seats: versions without gaps, no seat held twice in a
   * row but for more time, every live hold and every booking whole.
   */
  public void mustBalance(ShowId show) {
    assertThat(lines(WRONG_HISTORY, show.value())).as("events out of order").isEmpty();
    assertThat(lines(UNLIKE_ITS_HISTORY, show.value())).as("seats unlike their history").isEmpty();
    assertThat(lines(PARTIAL_HOLDS, show.value())).as("partial holds").isEmpty();
    assertThat(lines(WRONG_ENDS, show.value(), show.value())).as("wrong ends").isEmpty();
    assertThat(lines(WRONG_BOOKINGS, show.value(), show.value())).as("wrong bookings").isEmpty();
  }

  /** Returns the events of a seat, as {@code h:alice}, {@code r:alice}, … */
  public List<String> events(ShowId show, int seat) {
    return lines(EVENTS_OF_SEAT, show.value(), seat);
  }

  private List<String> lines(String query, Object... parameters) {
    try (Connection connection = database.connect();
        PreparedStatement statement = connection.prepareStatement(query)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setObject(i + 1, parameters[i]);
      }
      List<String> lines = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          lines.add(rows.getString(1));
        }
      }
      return lines;
    } catch (SQLException e) {
      throw new TestkitException("the seats could not be read at %s".formatted(database.url()), e);
    }
  }
}
