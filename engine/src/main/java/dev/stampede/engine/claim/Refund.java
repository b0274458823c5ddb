package dev.stampede.engine.claim;

import java.time.Instant;
import java.util.Optional;

/**
 * Money that a shop captured outside for seats that its buyer does not have, and so has to give
 * back. A payment has at most one refund, and a payment that has one never pays a booking again.
 *
 * @param hold the hold that the money was meant for
 * @param booking the booking that the money paid until it was cancelled; empty where the payment
 *     was refused
 * @param payment the payment to be given back
 * @param at since when it is due
 * @param settlement empty while the refund is due
 */
public record Refund(
    RefundId id,
    Buyer buyer,
    HoldId hold,
    Optional<BookingId> booking,
    Payment.Outside payment,
    long amount,
    Reason reason,
    Instant at,
    Optional<Settlement> settlement) {

  /** The reason why the money goes back. */
  public enum Reason {
    /** The booking that it paid was cancelled. */
    BOOKING_CANCELLED,
    /** Its hold had ended and the seats could not be had for it any more. */
    HOLD_EXPIRED,
    /** Its hold had been paid by something else. */
    HOLD_ALREADY_PAID
  }

  /** The state of a refund. Paid is final. */
  public enum State {
    DUE,
    PAID
  }

  /**
   * The shop's word that the money went back.
   *
   * @param reference the shop's or its provider's name for the transaction that gave it back
   */
  public record Settlement(String reference, Instant at) {}

  public Refund {
    if (booking.isPresent() != (reason == Reason.BOOKING_CANCELLED)) {
      throw new IllegalArgumentException(
          "refund %s is for %s and has booking %s; a cancelled booking has one, a refusal has none"
              .formatted(id, reason, booking));
    }
  }

  public State state() {
    return settlement.isPresent() ? State.PAID : State.DUE;
  }

  /** The refund of a payment that the hold cannot take. */
  public static Refund ofRefused(
      BookingId notMade, HeldSeats hold, Payment.Outside payment, Reason reason, Instant at) {
    return new Refund(
        RefundId.insteadOf(notMade),
        hold.buyer(),
        hold.id(),
        Optional.empty(),
        payment,
        hold.total(),
        reason,
        at,
        Optional.empty());
  }

  /** The refund of a booking that was paid outside and is cancelled. */
  public static Refund ofCancelled(Booking cancelled, Payment.Outside payment, TransferId name) {
    return new Refund(
        RefundId.insteadOf(name),
        cancelled.buyer(),
        cancelled.hold(),
        Optional.of(cancelled.id()),
        payment,
        cancelled.total(),
        Reason.BOOKING_CANCELLED,
        cancelled.cancelledAt().orElseThrow(),
        Optional.empty());
  }
}
