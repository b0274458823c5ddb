package dev.stampede.chaos.judge;

import dev.stampede.testkit.Sql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The content of PostgreSQL, read past the servers. */
final class Tables {

  private final Sql database;

  Tables(String databaseUrl) {
    this.database = new Sql(databaseUrl);
  }

  /** One booking; its seats are numbers. */
  record Booking(String buyer, long total, List<Integer> seats, boolean cancelled) {}

  /** One hold. */
  record Hold(String buyer, List<Integer> seats) {}

  /** One top-up. */
  record TopUp(String buyer, long amount) {}

  Map<String, Booking> bookings() {
    Map<String, Booking> found = new HashMap<>();
    read(
        "SELECT id, buyer, total, seats, cancelled_at IS NOT NULL FROM booking",
        row ->
            found.put(
                row.getString(1),
                new Booking(row.getString(2), row.getLong(3), numbers(row, 4), row.getBoolean(5))));
    return found;
  }

  Map<String, Hold> holds() {
    Map<String, Hold> found = new HashMap<>();
    read(
        "SELECT id, buyer, seats FROM hold",
        row -> found.put(row.getString(1), new Hold(row.getString(2), numbers(row, 3))));
    return found;
  }

  Map<String, TopUp> topUps() {
    Map<String, TopUp> found = new HashMap<>();
    read(
        "SELECT id, buyer, amount FROM transfer WHERE kind = 't'",
        row -> found.put(row.getString(1), new TopUp(row.getString(2), row.getLong(3))));
    return found;
  }

  /** The first column of every row, as text. */
  List<String> lines(String query) {
    List<String> found = new ArrayList<>();
    read(query, row -> found.add(row.getString(1)));
    return found;
  }

  /** The only number of the only row. */
  long number(String query) {
    return Long.parseLong(lines(query).getFirst());
  }

  private interface Reader {
    void read(ResultSet row) throws SQLException;
  }

  private void read(String query, Reader reader) {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        reader.read(rows);
      }
    } catch (SQLException e) {
      throw new IllegalStateException("not to be read: " + query, e);
    }
  }

  private static List<Integer> numbers(ResultSet row, int column) throws SQLException {
    return Arrays.asList((Integer[]) row.getArray(column).getArray());
  }
}
