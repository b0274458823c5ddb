package dev.stampede.acceptance.storm;

import dev.stampede.testkit.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** Somebody who has locked the table of outcomes, so that no request is decided meanwhile. */
final class HeldOutcomes implements AutoCloseable {

  private final Connection connection;

  private HeldOutcomes(Connection connection) {
    this.connection = connection;
  }

  static HeldOutcomes of(String url) throws SQLException {
    Connection connection = new Sql(url).connect();
    connection.setAutoCommit(false);
    try (Statement lock = connection.createStatement()) {
      lock.execute("LOCK TABLE request_outcome IN ACCESS EXCLUSIVE MODE");
    }
    return new HeldOutcomes(connection);
  }

  @Override
  public void close() throws SQLException {
    connection.rollback();
    connection.close();
  }
}
