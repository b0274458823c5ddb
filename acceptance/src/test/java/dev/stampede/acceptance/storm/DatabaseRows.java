package dev.stampede.acceptance.storm;

import dev.stampede.testkit.Sql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Rows of a database, read past the servers. */
final class DatabaseRows {

  private DatabaseRows() {}

  /** Takes one row; the cursor stands on it. */
  interface Reader {
    void read(ResultSet row) throws SQLException;
  }

  static void of(String databaseUrl, String query, Reader reader) {
    try (Connection connection = new Sql(databaseUrl).connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        reader.read(rows);
      }
    } catch (SQLException e) {
      throw new AssertionError("not to be read: " + query, e);
    }
  }
}
