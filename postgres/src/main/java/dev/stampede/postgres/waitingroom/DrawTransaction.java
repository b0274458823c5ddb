package dev.stampede.postgres.waitingroom;

import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.waitingroom.draw.Draw;
import dev.stampede.engine.waitingroom.draw.DrawResult;
import dev.stampede.engine.waitingroom.draw.Hash;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.DatabaseException;
import dev.stampede.postgres.column.Micros;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The one transaction that makes a draw. It locks the show's row first, so that of several servers
 * one draws and the others find it done; if it ends before its commit, for whatever reason, nothing
 * has happened and the next server draws again.
 */
final class DrawTransaction {

  /**
   * A million take about ten seconds. A server that freezes for longer loses the lock and the draw.
   */
  static final Duration PATIENCE = Duration.ofMinutes(2);

  /** A server that waits for another's draw waits this much longer than the draw may take. */
  private static final Duration BEYOND = Duration.ofSeconds(5);

  private static final String LOCK =
      "SELECT root, leaves, base, drawn_at FROM draw WHERE show_id = ? FOR UPDATE";

  private static final String FINISH =
      """
      UPDATE draw SET root = ?, leaves = ?, base = ?, drawn_at = stampede_now()
      WHERE show_id = ?
      RETURNING root, leaves, base, drawn_at""";

  private final Database database;
  private final Duration patience;

  DrawTransaction(Database database, Duration patience) {
    this.database = database;
    this.patience = patience;
  }

  /** Draws, unless the show was drawn before, and returns the result. */
  DrawResult draw(ShowId show, long base, Supplier<Draw> draw) {
    try (Connection connection = database.connection()) {
      // The pool rolls back an uncommitted transaction when it gets the connection back.
      connection.setAutoCommit(false);
      Optional<DrawResult> before = lock(connection, show);
      if (before.isPresent()) {
        return before.get();
      }
      Draw made = draw.get();
      DrawnRows.write(connection, show, made);
      DrawResult drawn = finish(connection, show, base, made);
      connection.commit();
      return drawn;
    } catch (SQLException e) {
      throw new DatabaseException(
          "the early arrivals of show %s could not be drawn: %s".formatted(show, e.getMessage()),
          e);
    }
  }

  /**
   * The limit of a claim's transaction is not meant for this one. PostgreSQL does not move a limit
   * that is running: it is stopped first, and started again, longer, once we have the lock.
   */
  private Optional<DrawResult> lock(Connection connection, ShowId show) throws SQLException {
    try (Statement limits = connection.createStatement();
        PreparedStatement lock = connection.prepareStatement(LOCK)) {
      limits.execute("SET LOCAL transaction_timeout = 0");
      limits.execute("SET LOCAL lock_timeout = " + patience.plus(BEYOND).toMillis());
      Database.awaitAnswers(connection, patience.plus(BEYOND));
      lock.setLong(1, show.value());
      Optional<DrawResult> drawn = only(lock);
      limits.execute("SET LOCAL transaction_timeout = " + patience.toMillis());
      return drawn;
    }
  }

  private static DrawResult finish(Connection connection, ShowId show, long base, Draw draw)
      throws SQLException {
    try (PreparedStatement finish = connection.prepareStatement(FINISH)) {
      finish.setBytes(1, draw.root().bytes());
      finish.setInt(2, draw.size());
      finish.setLong(3, base);
      finish.setLong(4, show.value());
      return only(finish).orElseThrow();
    }
  }

  private static Optional<DrawResult> only(PreparedStatement statement) throws SQLException {
    try (ResultSet rows = statement.executeQuery()) {
      if (!rows.next()) {
        throw new SQLException("the row of its draw is gone");
      }
      return drawn(rows);
    }
  }

  /** From root, leaves, base and drawn_at, in this order; empty while they are not there. */
  static Optional<DrawResult> drawn(ResultSet row) throws SQLException {
    byte[] root = row.getBytes(1);
    return root == null
        ? Optional.empty()
        : Optional.of(
            new DrawResult(Hash.of(root), row.getInt(2), row.getLong(3), Micros.read(row, 4)));
  }
}
