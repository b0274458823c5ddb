package dev.stampede.postgres.column;

import dev.stampede.engine.claim.BookingId;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Payment;
import dev.stampede.engine.claim.Refund;
import dev.stampede.engine.claim.RefundId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;

/** A refund's columns as every query of this module selects them, and how they are read. */
public final class RefundColumns {

  public static final String LIST =
      "p.refund_id, p.buyer, p.hold_id, p.booking_id, p.provider, p.reference, p.amount,"
          + " p.reason::text, p.due_at, p.settled_by, p.settled_at";

  private RefundColumns() {}

  public static Refund read(ResultSet row) throws SQLException {
    String settledBy = row.getString(10);
    return new Refund(
        new RefundId(row.getObject(1, UUID.class)),
        new Buyer(row.getString(2)),
        new HoldId(row.getObject(3, UUID.class)),
        Optional.ofNullable(row.getObject(4, UUID.class)).map(BookingId::new),
        new Payment.Outside(row.getString(5), row.getString(6)),
        row.getLong(7),
        reason(row.getString(8)),
        Micros.read(row, 9),
        settledBy == null
            ? Optional.empty()
            : Optional.of(new Refund.Settlement(settledBy, Micros.read(row, 11))));
  }

  public static String letter(Refund.Reason reason) {
    return switch (reason) {
      case BOOKING_CANCELLED -> "c";
      case HOLD_EXPIRED -> "e";
      case HOLD_ALREADY_PAID -> "a";
    };
  }

  private static Refund.Reason reason(String letter) {
    for (Refund.Reason reason : Refund.Reason.values()) {
      if (letter(reason).equals(letter)) {
        return reason;
      }
    }
    throw new IllegalStateException("'" + letter + "' is no reason of a refund");
  }
}
