package dev.stampede.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * Marks what a shop has to give back: bookings that were paid outside and are cancelled. Points are
 * back in the commit that cancels; money outside is not ours to move, and must not be forgotten.
 *
 * <p>It writes in a transaction that it is given, so that it can be part of a job's.
 */
public final class RefundMarker {

  private static final int BOOKINGS_PER_TICK = 1_000;

  private static final String MARK =
      """
      INSERT INTO refund_due (booking_id, amount, cancelled_at, marked_at, provider, reference)
      SELECT id, total, cancelled_at, stampede_now(), provider, reference
      FROM booking b
      WHERE cancelled_at IS NOT NULL AND provider IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM refund_due d WHERE d.booking_id = b.id)
      ORDER BY cancelled_at, id
      LIMIT ?
      ON CONFLICT DO NOTHING""";

  private RefundMarker() {}

  /** Marks what is not marked yet, up to a limit, and returns how many that were. */
  public static int mark(Connection transaction) throws SQLException {
    try (PreparedStatement statement = transaction.prepareStatement(MARK)) {
      statement.setInt(1, BOOKINGS_PER_TICK);
      return statement.executeUpdate();
    }
  }
}
