package dev.stampede.server.refund;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.stampede.engine.claim.BookingId;
import dev.stampede.engine.claim.Refund;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A refund as operators and shops see it.
 *
 * @param bookingId the booking that was cancelled; absent where the payment was refused
 * @param at the time since which the refund is due
 * @param paidReference the shop's reference of the repayment; absent while the refund is due
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record RefundReply(
    String id,
    String buyer,
    String holdId,
    @Nullable String bookingId,
    String provider,
    String reference,
    long amount,
    String reason,
    String state,
    Instant at,
    @Nullable String paidReference,
    @Nullable Instant paidAt) {

  static RefundReply of(Refund refund) {
    return new RefundReply(
        refund.id().toString(),
        refund.buyer().sub(),
        refund.hold().toString(),
        refund.booking().map(BookingId::toString).orElse(null),
        refund.payment().provider(),
        refund.payment().reference(),
        refund.amount(),
        reason(refund.reason()),
        name(refund.state()),
        refund.at(),
        refund.settlement().map(Refund.Settlement::reference).orElse(null),
        refund.settlement().map(Refund.Settlement::at).orElse(null));
  }

  static String name(Refund.State state) {
    return state.name().toLowerCase(Locale.ROOT);
  }

  private static String reason(Refund.Reason reason) {
    return switch (reason) {
      case BOOKING_CANCELLED -> "booking-cancelled";
      case HOLD_EXPIRED -> "hold-expired";
      case HOLD_ALREADY_PAID -> "hold-already-paid";
    };
  }
}
