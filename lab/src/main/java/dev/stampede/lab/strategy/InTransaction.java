package dev.stampede.lab.strategy;

import dev.stampede.engine.claim.Claim;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Set;
import javax.sql.DataSource;

/** Runs a way in a transaction of its own, which ends with a commit only if it sold something. */
final class InTransaction implements Attempt {

  /** serialization_failure, deadlock_detected. */
  private static final Set<String> OVERTAKEN = Set.of("40001", "40P01");

  private static final String LOCK_NOT_AVAILABLE = "55P03";

  private final DataSource pool;
  private final Way way;

  InTransaction(DataSource pool, Way way) {
    this.pool = pool;
    this.way = way;
  }

  @Override
  public Try of(Claim.Hold claim) throws SQLException {
    try (Connection connection = pool.getConnection()) {
      return run(connection, claim);
    } catch (SQLTransientConnectionException e) {
      return new Try.Busy("no connection was free");
    }
  }

  private Try run(Connection connection, Claim.Hold claim) throws SQLException {
    connection.setAutoCommit(false);
    try {
      Try how = way.within(connection, claim);
      if (how instanceof Try.Sold) {
        connection.commit();
      } else {
        connection.rollback();
      }
      return how;
    } catch (SQLException e) {
      connection.rollback();
      return explained(e);
    }
  }

  private static Try explained(SQLException failure) throws SQLException {
    String state = String.valueOf(failure.getSQLState());
    if (OVERTAKEN.contains(state)) {
      return new Try.Overtaken("SQLSTATE " + state);
    }
    if (state.equals(LOCK_NOT_AVAILABLE)) {
      return new Try.Busy("a lock in PostgreSQL was not free in time");
    }
    throw failure;
  }
}
