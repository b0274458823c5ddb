package dev.stampede.engine.claim.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.Booking;
import dev.stampede.engine.claim.BookingId;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.ClaimOutcome.Booked;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Operation;
import dev.stampede.engine.claim.Payment;
import dev.stampede.engine.claim.TransferId;
import dev.stampede.engine.claim.Wanted;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The language of the payment examples: that of the claims, and payments. */
abstract class PaymentExamples extends ClaimExamples {

  static final Payment POINTS = new Payment.Points();
  static final Payment.Outside CARD = new Payment.Outside("shop", "card 1");

  /** The rows that the last group has written. */
  GroupResult.Writes writes() {
    return last.writes();
  }

  static Booking booking(ClaimOutcome outcome) {
    assertThat(outcome).isInstanceOf(Booked.class);
    return ((Booked) outcome).booking();
  }

  Claim.Book book(Buyer buyer, HoldId hold, Payment payment) {
    return new Claim.Book(SHOW, buyer, KEYLESS, new BookingId(nextId().value()), hold, payment);
  }

  Claim.Buy buy(Buyer buyer, Integer... seats) {
    return buy(buyer, KEYLESS, seats);
  }

  Claim.Buy buyKeyed(Buyer buyer, Integer... seats) {
    return buy(buyer, Optional.of(new Operation("key of " + buyer, "body")), seats);
  }

  Claim.Buy buy(Buyer buyer, Optional<Operation> operation, Integer... seats) {
    return new Claim.Buy(
        SHOW,
        buyer,
        operation,
        new BookingId(nextId().value()),
        nextId(),
        new Wanted.Seats(List.of(seats)));
  }

  Claim.Cancel cancel(Buyer buyer, BookingId booking) {
    return new Claim.Cancel(SHOW, buyer, KEYLESS, booking, new TransferId(nextId().value()), buyer);
  }

  Claim.TopUp topUp(Buyer buyer, long amount) {
    UUID id = nextId().value();
    return new Claim.TopUp(
        buyer, new Operation("top-up " + id, "body"), new TransferId(id), amount, buyer);
  }
}
