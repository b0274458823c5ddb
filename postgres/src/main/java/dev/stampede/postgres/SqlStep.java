package dev.stampede.postgres;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;

/** One statement on its way to the server: its text, its parameters, and the reader of its rows. */
public record SqlStep(String sql, List<Object> parameters, RowReader reader) {

  public static final SqlStep COMMIT = update("COMMIT");

  /** Takes one row; the cursor stands on it. */
  @FunctionalInterface
  public interface RowReader {
    void read(ResultSet row) throws SQLException;
  }

  public static SqlStep query(String sql, RowReader reader, Object... parameters) {
    return new SqlStep(sql, List.of(parameters), reader);
  }

  public static SqlStep update(String sql, Object... parameters) {
    return new SqlStep(sql, List.of(parameters), row -> {});
  }

  /** Binds from this index on and returns the next free one. */
  int bind(PreparedStatement statement, int from) throws SQLException {
    int index = from;
    for (Object parameter : parameters) {
      if (parameter instanceof UUID[] uuids) {
        statement.setObject(index, new UuidArray(uuids));
      } else {
        statement.setObject(index, parameter);
      }
      index++;
    }
    return index;
  }
}
