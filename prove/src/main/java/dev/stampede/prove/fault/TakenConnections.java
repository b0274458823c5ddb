package dev.stampede.prove.fault;

import dev.stampede.testkit.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Connections to PostgreSQL that are of use to nobody. */
record TakenConnections(List<Connection> connections) implements AutoCloseable {

  /** More than any PostgreSQL here allows. */
  private static final int MOST = 400;

  /** Opens connections until PostgreSQL refuses one. */
  static TakenConnections all(Sql database) {
    List<Connection> taken = new ArrayList<>();
    try {
      while (taken.size() < MOST) {
        taken.add(database.connect());
      }
    } catch (SQLException noneLeft) {
      // All are taken now.
    }
    return new TakenConnections(taken);
  }

  int count() {
    return connections.size();
  }

  @Override
  public void close() throws SQLException {
    for (Connection connection : connections) {
      connection.close();
    }
  }
}
