package dev.stampede.locks;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * The recipe: a sequence that fences are drawn from, and a row that checks them as it is written.
 */
final class FencedTable {

  static final String SEQUENCE = "lock_fence";

  private static final String CREATE =
      """
      CREATE SEQUENCE lock_fence;
      CREATE TABLE report (
        id      int PRIMARY KEY,
        writer  text NOT NULL,
        fence   bigint NOT NULL
      );
      INSERT INTO report VALUES (1, 'nobody', 0)
      """;

  /** Refuses a holder whose fence is lower than the last writer's: it comes too late. */
  private static final String WRITE =
      """
      UPDATE report SET writer = ?, fence = ?
      WHERE id = 1 AND fence <= ?
      """;

  private static final String WRITE_WITHOUT_FENCE = "UPDATE report SET writer = ? WHERE id = 1";

  private final DataSource database;

  FencedTable(String jdbcUrl) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setURL(jdbcUrl);
    this.database = source;
  }

  FenceSource fences() {
    return new SequenceFences(database, SEQUENCE);
  }

  void create() throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(CREATE);
    }
  }

  /** Returns true if the write was let in. */
  boolean write(String writer, long fence) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement statement = connection.prepareStatement(WRITE)) {
      statement.setString(1, writer);
      statement.setLong(2, fence);
      statement.setLong(3, fence);
      return statement.executeUpdate() == 1;
    }
  }

  void writeWithoutFence(String writer) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement statement = connection.prepareStatement(WRITE_WITHOUT_FENCE)) {
      statement.setString(1, writer);
      statement.executeUpdate();
    }
  }

  String writer() throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT writer FROM report WHERE id = 1")) {
      row.next();
      return row.getString(1);
    }
  }
}
