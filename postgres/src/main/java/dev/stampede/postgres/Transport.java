package dev.stampede.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;

/** The way statements travel to the server. */
public enum Transport {
  /**
   * In one round trip, the transaction's BEGIN included. The server runs them one after the other,
   * each with a snapshot of its own, and after the first that fails it runs none of the rest, a
   * COMMIT among them included.
   */
  TOGETHER {
    @Override
    public void send(Connection connection, List<SqlStep> steps) throws SQLException {
      String all = steps.stream().map(SqlStep::sql).collect(Collectors.joining(";\n"));
      try (PreparedStatement statement = connection.prepareStatement(all)) {
        int index = 1;
        for (SqlStep step : steps) {
          index = step.bind(statement, index);
        }
        boolean hasRows = statement.execute();
        for (SqlStep step : steps) {
          read(statement, hasRows, step);
          hasRows = statement.getMoreResults();
        }
      }
    }
  },

  /** Each in a round trip of its own. */
  ONE_BY_ONE {
    @Override
    public void send(Connection connection, List<SqlStep> steps) throws SQLException {
      for (SqlStep step : steps) {
        try (PreparedStatement statement = connection.prepareStatement(step.sql())) {
          step.bind(statement, 1);
          read(statement, statement.execute(), step);
        }
      }
    }
  };

  public abstract void send(Connection connection, List<SqlStep> steps) throws SQLException;

  private static void read(PreparedStatement statement, boolean hasRows, SqlStep step)
      throws SQLException {
    if (hasRows) {
      try (ResultSet rows = statement.getResultSet()) {
        while (rows.next()) {
          step.reader().read(rows);
        }
      }
    }
  }
}
