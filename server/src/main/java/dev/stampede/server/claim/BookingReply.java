package dev.stampede.server.claim;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.stampede.engine.claim.Booking;
import dev.stampede.engine.claim.Payment;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A booking as clients see it.
 *
 * @param balance what the wallet had when points last moved for it; absent where none did
 * @param payment how it was paid outside; absent where points paid it
 * @param refund once it is cancelled: the points are back, or who took the money has to give it
 *     back
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record BookingReply(
    String id,
    String showId,
    List<String> seats,
    long total,
    @Nullable Long balance,
    @Nullable PaymentReply payment,
    Instant confirmedAt,
    String state,
    @Nullable Instant cancelledAt,
    @Nullable String refund,
    Instant now) {

  static final String PATH = "/api/v1/bookings/";

  /** A payment that was made outside. */
  public record PaymentReply(String provider, String reference) {

    static @Nullable PaymentReply of(Payment payment) {
      return switch (payment) {
        case Payment.Points _ -> null;
        case Payment.Outside outside -> new PaymentReply(outside.provider(), outside.reference());
      };
    }
  }

  static BookingReply of(Booking booking, List<String> labels, Instant now) {
    return new BookingReply(
        booking.id().toString(),
        booking.show().toString(),
        labels,
        booking.total(),
        booking.balance().isPresent() ? (Long) booking.balance().getAsLong() : null,
        PaymentReply.of(booking.payment()),
        booking.confirmedAt(),
        booking.state().name().toLowerCase(Locale.ROOT),
        booking.cancelledAt().orElse(null),
        refund(booking),
        now);
  }

  private static @Nullable String refund(Booking booking) {
    return switch (booking.state()) {
      case CONFIRMED -> null;
      case CANCELLED -> booking.isRefundDue() ? "due-by-shop" : "points";
    };
  }

  String path() {
    return PATH + id;
  }
}
