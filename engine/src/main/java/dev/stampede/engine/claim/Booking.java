package dev.stampede.engine.claim;

import dev.stampede.engine.show.ShowId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Seats that are paid for, or were until they were cancelled.
 *
 * @param hold the hold that was paid; bought in one step, the name under which the seats were taken
 * @param balance what the wallet had after the points moved last for this booking, to pay it or to
 *     give them back; empty where it was paid outside
 */
public record Booking(
    BookingId id,
    ShowId show,
    Buyer buyer,
    HoldId hold,
    List<Integer> seats,
    long total,
    Payment payment,
    Instant confirmedAt,
    Optional<Instant> cancelledAt,
    OptionalLong balance) {

  /** The state of a booking. Cancelled is final. */
  public enum State {
    CONFIRMED,
    CANCELLED
  }

  public Booking {
    seats = List.copyOf(seats);
    if (balance.isPresent() != payment instanceof Payment.Points) {
      throw new IllegalArgumentException(
          "booking %s is paid by %s and has balance %s; points have one, all else has none"
              .formatted(id, payment, balance));
    }
  }

  public State state() {
    return cancelledAt.isPresent() ? State.CANCELLED : State.CONFIRMED;
  }

  /** Says if the shop that took the money outside has to give it back, or has: we cannot. */
  public boolean isRefundDue() {
    return state() == State.CANCELLED && payment instanceof Payment.Outside;
  }

  /** The same, given back. */
  public Booking cancelled(Instant at, OptionalLong balanceAfter) {
    return new Booking(
        id, show, buyer, hold, seats, total, payment, confirmedAt, Optional.of(at), balanceAfter);
  }
}
