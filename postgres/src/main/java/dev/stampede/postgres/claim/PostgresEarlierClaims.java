package dev.stampede.postgres.claim;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.layer.EarlierClaims;
import dev.stampede.engine.show.ShowId;
import dev.stampede.lane.LaneUnavailableException;
import dev.stampede.postgres.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;

/** Looks earlier claims up in the primary: each a statement by a primary key, without locks. */
public final class PostgresEarlierClaims implements EarlierClaims {

  private static final String ANSWERED = "SELECT id FROM operation WHERE id = ANY (?::bytea[])";

  private static final String OWNERS =
      """
      SELECT number, buyer FROM seat
      WHERE show_id = ? AND number = ANY (?::integer[]) AND buyer IS NOT NULL""";

  private final Database database;

  public PostgresEarlierClaims(Database database) {
    this.database = database;
  }

  @Override
  public Set<String> answered(Set<String> operations) {
    HexFormat hex = HexFormat.of();
    try (Connection connection = database.connection();
        PreparedStatement statement = connection.prepareStatement(ANSWERED)) {
      statement.setObject(1, operations.stream().map(hex::parseHex).toArray(byte[][]::new));
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

  @Override
  public Map<Integer, Buyer> owners(ShowId show, Set<Integer> seats) {
    try (Connection connection = database.connection();
        PreparedStatement statement = connection.prepareStatement(OWNERS)) {
      statement.setLong(1, show.value());
      statement.setObject(2, seats.stream().mapToInt(Integer::intValue).toArray());
      Map<Integer, Buyer> found = new HashMap<>();
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          found.put(rows.getInt(1), new Buyer(rows.getString(2)));
        }
      }
      return found;
    } catch (SQLException e) {
      throw new LaneUnavailableException(
          "the owners of seats could not be looked up: " + e.getMessage(), e);
    }
  }
}
