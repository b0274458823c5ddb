package dev.stampede.postgres.claim;

import dev.stampede.engine.claim.layer.AnsweredOperations;
import dev.stampede.lane.LaneUnavailableException;
import dev.stampede.postgres.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;

/** Looks up answered operations in the primary: one statement by the primary key, no locks. */
public final class PostgresAnsweredOperations implements AnsweredOperations {

  private static final String AMONG = "SELECT id FROM operation WHERE id = ANY (?::bytea[])";

  private final Database database;

  public PostgresAnsweredOperations(Database database) {
    this.database = database;
  }

  @Override
  public Set<String> among(Set<String> ids) {
    HexFormat hex = HexFormat.of();
    try (Connection connection = database.connection();
        PreparedStatement statement = connection.prepareStatement(AMONG)) {
      statement.setObject(1, ids.stream().map(hex::parseHex).toArray(byte[][]::new));
      Set<String> found = new HashSet<>();
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          found.add(hex.formatHex(rows.getBytes(1)));
        }
      }
      return found;
    } catch (SQLException e) {
      throw new LaneUnavailableException(
          "the stored answers could not be looked up: " + e.getMessage(), e);
    }
  }
}
