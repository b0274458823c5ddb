package dev.stampede.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection of a lane's own, opened when needed and again after it was lost. {@link
 * SessionSettings#ofLane} lists its settings.
 */
public final class LaneConnection implements AutoCloseable {

  /** The time that an answer may take beyond the transaction timeout. */
  public static final Duration GRACE = Duration.ofSeconds(2);

  private static final int PREPARED_STATEMENTS = 128;

  private static final Logger log = LoggerFactory.getLogger(LaneConnection.class);

  private final PostgresSettings settings;
  private @Nullable Connection connection;

  public LaneConnection(PostgresSettings settings) {
    this.settings = settings;
  }

  public Connection open() throws SQLException {
    Connection current = connection;
    if (current == null) {
      current = connect(settings);
      connection = current;
    }
    return current;
  }

  public static Connection connect(PostgresSettings settings) throws SQLException {
    return new ConnectionSource(settings.url(), "stampede-lane", SessionSettings.ofLane(settings))
        .answeredWithin(settings.transactionTimeout().plus(GRACE))
        .with("prepareThreshold", "1")
        .with("binaryTransferEnable", Integer.toString(UuidArray.TYPE))
        .with("preparedStatementCacheQueries", Integer.toString(PREPARED_STATEMENTS))
        .getConnection();
  }

  /** Ends the transaction without a trace; a connection that cannot even do that is given up. */
  public void rollback() {
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
  public void discard() {
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
