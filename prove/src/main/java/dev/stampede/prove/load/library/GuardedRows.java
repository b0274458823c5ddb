package dev.stampede.prove.load.library;

import dev.stampede.prove.history.Answered;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;

/** Rows that a lock guards; the statement that writes one checks the fence. */
final class GuardedRows {

  /**
   * The row lock of the update is held when the number of the write is drawn: the writes of a
   * resource have their numbers in the order in which they took effect.
   */
  private static final String WRITE =
      """
      WITH guarded AS (
        UPDATE prove.guarded SET fence = ? WHERE resource = ? AND fence <= ? RETURNING resource)
      INSERT INTO prove.fenced_write (resource, fence, writer, call_id)
      SELECT resource, ?, ?, ? FROM guarded
      RETURNING id""";

  private final DataSource pool;

  GuardedRows(DataSource pool) {
    this.pool = pool;
  }

  /** Writes in a transaction of its own; 412 if a later holder has written. */
  Answered write(String resource, long fence, String writer, long call) {
    boolean sent = false;
    try (Connection connection = pool.getConnection();
        PreparedStatement statement = connection.prepareStatement(WRITE)) {
      statement.setLong(1, fence);
      statement.setString(2, resource);
      statement.setLong(3, fence);
      statement.setLong(4, fence);
      statement.setString(5, writer);
      statement.setLong(6, call);
      sent = true;
      try (ResultSet row = statement.executeQuery()) {
        return row.next()
            ? new Answered(
                201, "", row.getString(1), List.of(), 0, Answered.NO_BALANCE, "", "", false)
            : Answered.problem(412, "stale-fence");
      }
    } catch (SQLException e) {
      return sent ? Answered.nothing("commit-unknown") : Answered.problem(503, "not-committed");
    }
  }
}
