package dev.stampede.lab.line;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.show.ShowId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;

/**
 * The queue's table. Entries are in the order of their numbers; an entry counts until it is
 * removed, or until nobody has looked for it for a while: a buyer who vanished without leaving is
 * passed over. Work that takes longer than that is overtaken, too.
 */
public final class QueueTable {

  /** The answer to a look into the queue. */
  public enum Look {
    MY_TURN,
    OTHERS_FIRST,
    /** My own entry has expired: others no longer wait for me, so I have no turn to wait for. */
    EXPIRED
  }

  /**
   * Numbers are drawn under a lock that lasts until the commit. Without it a lower number could
   * become visible after a higher one had its turn, and two would run at once.
   */
  private static final String ENTER =
      """
      WITH mutex AS MATERIALIZED (SELECT pg_advisory_xact_lock(hashtext('lab.queue'), ?::integer))
      INSERT INTO lab.queue (show_id, buyer, expires_at)
      SELECT ?, ?, stampede_now() + ? * interval '1 millisecond' FROM mutex
      RETURNING id""";

  /**
   * Looks at the queue and renews the buyer's own entry: a buyer who looks is alive, and is
   * believed to be for as long again.
   */
  private static final String LOOK =
      """
      WITH renewed AS (
        UPDATE lab.queue
        SET expires_at = stampede_now() + ? * interval '1 millisecond'
        WHERE id = ? AND expires_at > stampede_now()
          AND expires_at < stampede_now() + ? * interval '0.5 millisecond')
      SELECT me.expires_at > stampede_now(), NOT EXISTS (
        SELECT FROM lab.queue ahead
        WHERE ahead.show_id = me.show_id AND ahead.id < me.id
          AND ahead.expires_at > stampede_now())
      FROM lab.queue me
      WHERE me.id = ?""";

  private static final String LEAVE = "DELETE FROM lab.queue WHERE id = ?";

  private final DataSource pool;
  private final Duration expiry;

  public QueueTable(DataSource pool, Duration expiry) {
    this.pool = pool;
    this.expiry = expiry;
  }

  /** My number. */
  public long enter(ShowId show, Buyer buyer) throws SQLException {
    try (Connection connection = pool.getConnection();
        PreparedStatement statement = connection.prepareStatement(ENTER)) {
      statement.setLong(1, show.value());
      statement.setLong(2, show.value());
      statement.setString(3, buyer.sub());
      statement.setLong(4, expiry.toMillis());
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        return rows.getLong(1);
      }
    }
  }

  public Look look(long number) throws SQLException {
    try (Connection connection = pool.getConnection();
        PreparedStatement statement = connection.prepareStatement(LOOK)) {
      statement.setLong(1, expiry.toMillis());
      statement.setLong(2, number);
      statement.setLong(3, expiry.toMillis());
      statement.setLong(4, number);
      try (ResultSet rows = statement.executeQuery()) {
        if (!rows.next() || !rows.getBoolean(1)) {
          return Look.EXPIRED;
        }
        return rows.getBoolean(2) ? Look.MY_TURN : Look.OTHERS_FIRST;
      }
    }
  }

  public void leave(long number) throws SQLException {
    try (Connection connection = pool.getConnection();
        PreparedStatement statement = connection.prepareStatement(LEAVE)) {
      statement.setLong(1, number);
      statement.executeUpdate();
    }
  }
}
