package dev.stampede.prove.fault;

import dev.stampede.testkit.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** A transaction that keeps a view of the database as it was. */
record OpenSnapshot(Connection connection) implements AutoCloseable {

  static OpenSnapshot in(Sql database) throws SQLException {
    Connection connection = database.connect();
    try (Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      statement.execute("SELECT count(*) FROM deployment");
      return new OpenSnapshot(connection);
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
