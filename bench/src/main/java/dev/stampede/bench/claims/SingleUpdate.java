package dev.stampede.bench.claims;

import dev.stampede.bench.report.Row;
import dev.stampede.bench.turns.Nanos;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.OptionalDouble;

/**
 * The smallest durable thing that this machine's PostgreSQL can do for one client: change a row and
 * commit. It is the unit in which waiting for a hold is judged.
 */
final class SingleUpdate {

  static final String NAME = "one UPDATE … COMMIT";

  private static final int ROWS = 1_000;
  private static final int WARM_UP = 200;

  private static final String CREATE =
      "CREATE TABLE single_update AS SELECT id, 0 AS n FROM generate_series(0, "
          + (ROWS - 1)
          + ") AS id";
  private static final String KEY = "ALTER TABLE single_update ADD PRIMARY KEY (id)";
  private static final String UPDATE = "UPDATE single_update SET n = n + 1 WHERE id = ?";
  private static final String DROP = "DROP TABLE single_update";

  private SingleUpdate() {}

  static Row measure(Connection connection, Duration duration) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(CREATE);
      statement.execute(KEY);
      connection.setAutoCommit(false);
      Nanos nanos = new Nanos();
      try (PreparedStatement update = connection.prepareStatement(UPDATE)) {
        for (int i = 0; i < WARM_UP; i++) {
          once(connection, update, i);
        }
        long end = System.nanoTime() + duration.toNanos();
        for (int i = 0; System.nanoTime() - end < 0; i++) {
          nanos.add(once(connection, update, i));
        }
      }
      connection.setAutoCommit(true);
      statement.execute(DROP);
      return new Row(
          NAME,
          nanos.count() / (duration.toNanos() / 1e9),
          OptionalDouble.of(nanos.percentileMillis(0.5)),
          OptionalDouble.of(nanos.percentileMillis(0.99)),
          "one connection, plain JDBC");
    }
  }

  private static long once(Connection connection, PreparedStatement update, int i)
      throws SQLException {
    long before = System.nanoTime();
    update.setInt(1, i % ROWS);
    update.executeUpdate();
    connection.commit();
    return System.nanoTime() - before;
  }
}
