package dev.stampede.postgres.sale;

import dev.stampede.engine.sale.ToldBooking;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts the bookings that were heard of from Kafka, in a transaction that it is given: bookings
 * are folded, so that a show's row is written once, and rows are written in order, so that two who
 * write at once wait for each other and never in a circle.
 */
public final class BookingStatistics {

  /** Under which the reader of these events is known. */
  public static final String CONSUMER = "statistics";

  private static final String ADD =
      """
      INSERT INTO booking_statistic AS s (show_id, confirmed, cancelled)
      VALUES (?, ?, ?)
      ON CONFLICT (show_id) DO UPDATE SET
        confirmed = s.confirmed + EXCLUDED.confirmed,
        cancelled = s.cancelled + EXCLUDED.cancelled""";

  private static final String COUNTED_FOR = "SELECT statistics_epoch FROM deployment";

  private static final class Tally {
    long confirmed;
    long cancelled;
  }

  private BookingStatistics() {}

  /**
   * Adds them, but for those of epochs before the one that they were last {@linkplain
   * BookingRecount counted} for.
   */
  public static void add(List<ToldBooking> bookings, Connection transaction) throws SQLException {
    Map<Long, Tally> shows = new TreeMap<>();
    long countedFor = countedFor(transaction);
    for (ToldBooking booking : bookings) {
      if (booking.epoch() >= countedFor) {
        Tally tally = shows.computeIfAbsent(booking.show().value(), _ -> new Tally());
        if (booking.confirmed()) {
          tally.confirmed++;
        } else {
          tally.cancelled++;
        }
      }
    }
    try (PreparedStatement statement = transaction.prepareStatement(ADD)) {
      for (Map.Entry<Long, Tally> each : shows.entrySet()) {
        statement.setLong(1, each.getKey());
        statement.setLong(2, each.getValue().confirmed);
        statement.setLong(3, each.getValue().cancelled);
        statement.addBatch();
      }
      statement.executeBatch();
    }
  }

  private static long countedFor(Connection transaction) throws SQLException {
    try (PreparedStatement statement = transaction.prepareStatement(COUNTED_FOR);
        ResultSet row = statement.executeQuery()) {
      row.next();
      return row.getLong(1);
    }
  }
}
