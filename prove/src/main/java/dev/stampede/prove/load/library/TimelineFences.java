package dev.stampede.prove.load.library;

import dev.stampede.locks.FenceSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * Fences from a sequence that stay above all earlier ones when PostgreSQL fails over to a replica
 * that lagged. The sequence may count the same numbers again then, but the server's timeline is a
 * higher one, and the upper half of a fence is the timeline.
 */
final class TimelineFences implements FenceSource {

  private static final int ANSWER_SECONDS = 5;

  private static final String DRAW =
      """
      SELECT nextval('prove.lock_fence')
        + (('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint << 32)""";

  private final DataSource pool;

  TimelineFences(DataSource pool) {
    this.pool = pool;
  }

  @Override
  public long draw() throws SQLException {
    try (Connection connection = pool.getConnection();
        PreparedStatement statement = connection.prepareStatement(DRAW)) {
      statement.setQueryTimeout(ANSWER_SECONDS);
      try (ResultSet drawn = statement.executeQuery()) {
        drawn.next();
        return drawn.getLong(1);
      }
    }
  }
}
