package dev.stampede.jobs;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.postgresql.PGStatement;

/** The database of the jobs: lends a connection for one step, and says which step failed. */
final class Store {

  /** No step of ours takes long; a database that does not answer must not hold a worker. */
  static final int STEP_SECONDS = 30;

  private static final String BY_INDEX =
      "SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off; SET LOCAL enable_sort = off";

  private final DataSource pool;

  /** One or more statements. */
  @FunctionalInterface
  interface Step<T> {
    T run(Connection connection) throws SQLException;
  }

  Store(DataSource pool) {
    this.pool = pool;
  }

  /** Each statement for itself. */
  <T> T each(String what, Step<T> step) {
    try (Connection connection = pool.getConnection()) {
      connection.setAutoCommit(true);
      return step.run(connection);
    } catch (SQLException e) {
      throw failed(what, e);
    }
  }

  /**
   * All or nothing, and in the order of the indexes whatever the planner thinks. In a table that it
   * has no statistics of, or old ones, it expects one due job, and would read and sort a hundred
   * thousand to give the first five hundred.
   */
  <T> T inOrder(String what, Step<T> step) {
    return together(
        what,
        connection -> {
          try (Statement statement = connection.createStatement()) {
            statement.execute(BY_INDEX);
          }
          return step.run(connection);
        });
  }

  /** All or nothing. */
  <T> T together(String what, Step<T> step) {
    try (Connection connection = pool.getConnection()) {
      connection.setAutoCommit(false);
      try {
        T result = step.run(connection);
        connection.commit();
        return result;
      } catch (SQLException | RuntimeException e) {
        undo(connection, e);
        throw e;
      }
    } catch (SQLException e) {
      throw failed(what, e);
    }
  }

  /** Lends a connection; the caller closes it. */
  Connection connection() throws SQLException {
    return pool.getConnection();
  }

  /** Rolls back a transaction that failed; the connection may have gone with it. */
  static void undo(Connection connection, Throwable failure) {
    try {
      connection.rollback();
    } catch (SQLException gone) {
      failure.addSuppressed(gone);
    }
  }

  /**
   * A statement that is planned each time. A plan that was kept from when the table was empty would
   * read all of it when it has a million rows; planning costs little beside a batch.
   */
  static PreparedStatement planned(Connection connection, String sql) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    statement.setQueryTimeout(STEP_SECONDS);
    statement.unwrap(PGStatement.class).setPrepareThreshold(0);
    return statement;
  }

  private static JobsException failed(String what, SQLException cause) {
    return new JobsException(what + ": " + cause.getMessage(), cause);
  }
}
