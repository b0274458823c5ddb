package dev.stampede.prove.check;

import java.sql.Array;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Runs the queries of one invariant over the loaded record. */
final class InvariantCheck {

  private final Connection connection;
  private final WitnessReader witnesses;
  private final int mostShown;

  InvariantCheck(Connection connection, int mostShown) {
    this.connection = connection;
    this.witnesses = new WitnessReader(connection);
    this.mostShown = mostShown;
  }

  /** A row of the query. */
  private record Found(String subject, String text, List<Long> calls, List<String> rows) {}

  InvariantResult run(Invariant invariant) throws SQLException {
    long begun = System.nanoTime();
    long checked = checked(invariant);
    List<Found> found = new ArrayList<>();
    long violations = violations(invariant, found);
    List<Violation> shown = new ArrayList<>();
    for (Found one : found) {
      shown.add(new Violation(one.subject(), one.text(), witnesses.read(one.calls(), one.rows())));
    }
    return new InvariantResult(
        invariant.name(),
        invariant.sentence(),
        checked,
        violations,
        shown,
        Duration.ofNanos(System.nanoTime() - begun));
  }

  private long checked(Invariant invariant) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(invariant.checked())) {
      rows.next();
      return rows.getLong(1);
    }
  }

  /** Counts all and fetches the first. */
  private long violations(Invariant invariant, List<Found> found) throws SQLException {
    String query =
        "SELECT subject, what, calls, rows, count(*) OVER () FROM (\n%s\n) AS violation LIMIT %d"
            .formatted(invariant.violations(), mostShown);
    long count = 0;
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        count = rows.getLong(5);
        found.add(
            new Found(
                Objects.requireNonNullElse(rows.getString(1), "record"),
                Objects.requireNonNullElse(rows.getString(2), "breaks it"),
                list(rows.getArray(3), Long.class),
                list(rows.getArray(4), String.class)));
      }
    } catch (SQLException e) {
      throw new SQLException(invariant.name() + ": " + e.getMessage(), e.getSQLState(), e);
    }
    return count;
  }

  private static <T> List<T> list(@Nullable Array array, Class<T> type) throws SQLException {
    if (array == null) {
      return List.of();
    }
    return Stream.of((Object[]) array.getArray())
        .filter(Objects::nonNull)
        .<T>map(type::cast)
        .toList();
  }
}
