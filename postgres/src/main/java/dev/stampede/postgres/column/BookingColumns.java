package dev.stampede.postgres.column;

import dev.stampede.engine.claim.Booking;
import dev.stampede.engine.claim.BookingId;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Payment;
import dev.stampede.engine.show.ShowId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/** A booking's columns as every query of this module selects them, and how they are read. */
public final class BookingColumns {

  public static final int COUNT = 12;

  public static final String LIST =
      "b.id, b.show_id, b.buyer, b.hold_id, b.seats, b.total, b.provider, b.reference,"
          + " b.paid_balance, b.refunded_balance, b.confirmed_at, b.cancelled_at";

  private BookingColumns() {}

  /** Reads the booking as it is, from this column on. */
  public static Booking read(ResultSet row, int first) throws SQLException {
    boolean cancelled = row.getString(first + 11) != null;
    return cancelled
        ? read(row, first, Optional.of(Micros.read(row, first + 11)), first + 9)
        : asConfirmed(row, first);
  }

  /** Reads the booking as it was made, whatever has become of it. */
  public static Booking asConfirmed(ResultSet row, int first) throws SQLException {
    return read(row, first, Optional.empty(), first + 8);
  }

  private static Booking read(
      ResultSet row, int first, Optional<Instant> cancelledAt, int balanceColumn)
      throws SQLException {
    long balance = row.getLong(balanceColumn);
    String provider = row.getString(first + 6);
    return new Booking(
        new BookingId(row.getObject(first, UUID.class)),
        new ShowId(row.getLong(first + 1)),
        new Buyer(row.getString(first + 2)),
        new HoldId(row.getObject(first + 3, UUID.class)),
        List.of((Integer[]) row.getArray(first + 4).getArray()),
        row.getLong(first + 5),
        provider == null
            ? new Payment.Points()
            : new Payment.Outside(provider, row.getString(first + 7)),
        Micros.read(row, first + 10),
        cancelledAt,
        provider == null ? OptionalLong.of(balance) : OptionalLong.empty());
  }
}
