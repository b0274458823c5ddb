package dev.stampede.engine.claim;

import java.util.Optional;
import java.util.UUID;

/** A refund's id. */
public record RefundId(UUID value) {

  /** A refused payment makes no booking, so that its refund can bear the name meant for that. */
  static RefundId insteadOf(BookingId booking) {
    return new RefundId(booking.value());
  }

  /** A payment outside moves no points, so that its refund can bear the transfer's name. */
  static RefundId insteadOf(TransferId transfer) {
    return new RefundId(transfer.value());
  }

  /** Parses an id; empty for text that is no id of a refund. */
  public static Optional<RefundId> parse(String text) {
    return TimedUuid.parse(text).map(RefundId::new);
  }

  @Override
  public String toString() {
    return value.toString();
  }
}
