package dev.stampede.bench.wallet;

import dev.stampede.engine.claim.Booking;
import dev.stampede.engine.claim.BookingId;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Payment;
import dev.stampede.engine.show.ShowId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/** The booking that a paid hold has become, for a payer who pays it again. */
final class PaidBooking {

  private static final String FIND =
      """
      SELECT b.id, b.show_id, b.buyer, b.seats, b.total, b.provider, b.reference, b.confirmed_at,
        b.cancelled_at, coalesce(b.refunded_balance, b.paid_balance)
      FROM booking b
      WHERE b.hold_id = ?""";

  private PaidBooking() {}

  static Booking of(Connection connection, HoldId hold) throws SQLException {
    try (PreparedStatement query = connection.prepareStatement(FIND)) {
      query.setObject(1, hold.value());
      try (ResultSet row = query.executeQuery()) {
        if (!row.next()) {
          throw new IllegalStateException("hold %s is paid and has no booking".formatted(hold));
        }
        return read(row, hold);
      }
    }
  }

  private static Booking read(ResultSet row, HoldId hold) throws SQLException {
    String provider = row.getString(6);
    Optional<Instant> cancelledAt =
        row.getString(9) == null ? Optional.empty() : Optional.of(PaymentRows.moment(row, 9));
    return new Booking(
        new BookingId(row.getObject(1, UUID.class)),
        new ShowId(row.getLong(2)),
        new Buyer(row.getString(3)),
        hold,
        List.of((Integer[]) row.getArray(4).getArray()),
        row.getLong(5),
        provider == null ? new Payment.Points() : new Payment.Outside(provider, row.getString(7)),
        PaymentRows.moment(row, 8),
        cancelledAt,
        provider == null ? OptionalLong.of(row.getLong(10)) : OptionalLong.empty());
  }
}
