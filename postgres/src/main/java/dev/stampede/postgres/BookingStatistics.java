package dev.stampede.postgres;

import dev.stampede.engine.sale.ToldBooking;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts the bookings that were heard from Kafka, in a transaction that it is given: bookings are
 * folded, so that a row is written once, and rows are written in order, so that two who write at
 * once wait for each other and never in a circle.
 */
public final class BookingStatistics {

  /** Under which the reader of these events is known. */
  public static final String CONSUMER = "statistics";

  private static final String ADD =
      """
      INSERT INTO sale_statistic AS s (show_id, at, bookings)
      VALUES (?, ?, ?)
      ON CONFLICT (at, show_id) DO UPDATE SET bookings = s.bookings + EXCLUDED.bookings""";

  private static final String COUNTED_FOR = "SELECT statistics_epoch FROM deployment";

  private record Slot(Instant at, long show) {
    static final Comparator<Slot> ORDER =
        Comparator.comparing(Slot::at).thenComparingLong(Slot::show);
  }

  private BookingStatistics() {}

  /**
   * Adds those that were confirmed, but for those of epochs before the one that they were last
   * {@linkplain BookingRecount counted} for.
   */
  public static void add(List<ToldBooking> bookings, Connection transaction) throws SQLException {
    Map<Slot, Long> slots = new TreeMap<>(Slot.ORDER);
    long countedFor = countedFor(transaction);
    for (ToldBooking booking : bookings) {
      if (booking.confirmed() && booking.epoch() >= countedFor) {
        Instant begun = Instant.ofEpochSecond(SeatStatistics.begin(booking.at()));
        slots.merge(new Slot(begun, booking.show().value()), 1L, Long::sum);
      }
    }
    try (PreparedStatement statement = transaction.prepareStatement(ADD)) {
      for (Map.Entry<Slot, Long> each : slots.entrySet()) {
        statement.setLong(1, each.getKey().show());
        statement.setObject(2, each.getKey().at().atOffset(ZoneOffset.UTC));
        statement.setLong(3, each.getValue());
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
