package dev.stampede.consumer;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Runs something in a transaction: committed when it returns, rolled back when it throws. */
record Transactions(DataSource source) {

  /** The work of a transaction. */
  @FunctionalInterface
  interface Work<T> {
    T in(Connection transaction) throws Exception;
  }

  <T> T run(Work<T> work) throws Exception {
    try (Connection connection = source.getConnection()) {
      connection.setAutoCommit(false);
      T result;
      try {
        result = work.in(connection);
        connection.commit();
      } catch (Exception | Error e) {
        rollBack(connection, e);
        throw e;
      }
      connection.setAutoCommit(true);
      return result;
    }
  }

  /** Only what was rolled back for sure may go on committing by itself. */
  private static void rollBack(Connection connection, Throwable failure) {
    try {
      connection.rollback();
      connection.setAutoCommit(true);
    } catch (SQLException e) {
      failure.addSuppressed(e);
    }
  }
}
