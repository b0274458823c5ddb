package dev.stampede.postgres;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection of a lane's own, opened when needed and again after it was lost.
 *
 * <p>Its statements are few, prepared once, and always the same shape: arrays joined to a table by
 * its key. The planner is told so, since a plan made for an empty table, or for one array that
 * happened to be long, would read whole tables under our locks.
 */
final class LaneConnection implements AutoCloseable {

  /** What an answer may take longer than a transaction may last. */
  static final Duration GRACE = Duration.ofSeconds(2);

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
  private static final int PREPARED_STATEMENTS = 128;

  /** Sent once connected: as start-up options an address with options of its own would win. */
  private static final String PLANNER =
      """
      SET plan_cache_mode = force_generic_plan;
      SET enable_seqscan = off;
      SET enable_hashjoin = off;
      SET enable_mergejoin = off;
      SET jit = off;
      SET transaction_timeout =\s""";

  private static final Logger log = LoggerFactory.getLogger(LaneConnection.class);

  private final PostgresSettings settings;
  private @Nullable Connection connection;

  LaneConnection(PostgresSettings settings) {
    this.settings = settings;
  }

  Connection open() throws SQLException {
    Connection current = connection;
    if (current == null) {
      current = connect(settings);
      connection = current;
    }
    return current;
  }

  static Connection connect(PostgresSettings settings) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", settings.url().credentials().user());
    properties.setProperty("password", settings.url().credentials().password());
    properties.setProperty("connectTimeout", Long.toString(CONNECT_TIMEOUT.toSeconds()));
    properties.setProperty(
        "socketTimeout", Long.toString(settings.transactionTimeout().plus(GRACE).toSeconds() + 1));
    properties.setProperty("tcpKeepAlive", "true");
    properties.setProperty("ApplicationName", "stampede-lane");
    properties.setProperty("prepareThreshold", "1");
    properties.setProperty("preparedStatementCacheQueries", Integer.toString(PREPARED_STATEMENTS));
    Connection connection = DriverManager.getConnection(settings.url().jdbc(), properties);
    try (Statement statement = connection.createStatement()) {
      statement.execute(PLANNER + settings.transactionTimeout().toMillis());
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  /** Ends the transaction without a trace; a connection that cannot even do that is given up. */
  void rollback() {
    Connection current = connection;
    if (current != null) {
      try {
        if (!current.getAutoCommit()) {
          current.rollback();
        }
      } catch (SQLException e) {
        log.debug("a transaction could not be rolled back; its connection is given up", e);
        discard();
      }
    }
  }

  /** Gives the connection up; the server ends whatever it still had open. */
  void discard() {
    Connection current = connection;
    connection = null;
    if (current != null) {
      try {
        current.close();
      } catch (SQLException e) {
        log.debug("a lost connection could not be closed", e);
      }
    }
  }

  @Override
  public void close() {
    discard();
  }
}
