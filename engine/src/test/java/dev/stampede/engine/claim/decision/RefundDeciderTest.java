package dev.stampede.engine.claim.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.ClaimOutcome.AlreadyBooked;
import dev.stampede.engine.claim.ClaimOutcome.Booked;
import dev.stampede.engine.claim.ClaimOutcome.HoldExpired;
import dev.stampede.engine.claim.ClaimOutcome.ReferenceUsed;
import dev.stampede.engine.claim.Payment;
import dev.stampede.engine.claim.Refund;
import dev.stampede.engine.claim.RefundId;
import dev.stampede.engine.claim.decision.Locked.SeatKey;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Examples of money that was captured outside and is due back. */
final class RefundDeciderTest extends PaymentExamples {

  @Test
  void moneyCapturedForAHoldThatCannotBePaidIsDueBackOnce() {
    Claim.Hold lapsed = hold(ANN, 1, 2);
    Claim.Hold released = hold(ANN, 3);
    decide(lapsed, released, release(ANN, released));
    tables.now = NOON.plus(HOLD_FOR);
    Claim.Book late = book(ANN, lapsed.id(), CARD);
    Claim.Book again = book(ANN, lapsed.id(), CARD);
    Payment.Outside other = new Payment.Outside("shop", "card 2");
    Claim.Book early = book(ANN, released.id(), other);

    List<ClaimOutcome> outcomes = decide(hold(BEN, 2), late, again, early);

    assertThat(outcomes.subList(1, 4)).containsOnly(new HoldExpired());
    assertThat(writes().bookings().refunds())
        .extracting(
            Refund::id, Refund::payment, Refund::amount, Refund::reason, Refund::hold, Refund::at)
        .containsExactly(
            tuple(
                new RefundId(late.id().value()),
                CARD,
                200L,
                Refund.Reason.HOLD_EXPIRED,
                lapsed.id(),
                tables.now),
            tuple(
                new RefundId(early.id().value()),
                other,
                100L,
                Refund.Reason.HOLD_EXPIRED,
                released.id(),
                tables.now));
    assertThat(decide(book(ANN, lapsed.id(), CARD))).containsExactly(new HoldExpired());
    assertThat(writes().isEmpty()).as("a later repeat writes nothing").isTrue();
  }

  @Test
  void aRefusalAloneIsSomethingToWrite() {
    Claim.Hold hold = hold(ANN, 1);
    decide(hold, release(ANN, hold));

    decide(book(ANN, hold.id(), CARD));

    assertThat(writes().isEmpty()).isFalse();
    assertThat(writes().events()).isEmpty();
  }

  /** The shop may have begun to give it back: a payment that was refused never pays a seat. */
  @Test
  void aPaymentThatWasRefusedPaysNothingLater() {
    Claim.Hold anns = hold(ANN, 1);
    decide(anns);
    tables.now = NOON.plus(HOLD_FOR);
    Claim.Hold bens = hold(BEN, 1);
    decide(bens, book(ANN, anns.id(), CARD), release(BEN, bens));

    assertThat(decide(book(ANN, anns.id(), CARD))).containsExactly(new ReferenceUsed(CARD));
    assertThat(decide(book(ANN, anns.id(), new Payment.Outside("shop", "card 2"))).getFirst())
        .isInstanceOf(Booked.class);
  }

  @Test
  void aSecondPaymentOfAPaidHoldIsDueBackAndTheFirstIsNot() {
    Claim.Hold hold = hold(ANN, 1);
    Claim.Book first = book(ANN, hold.id(), CARD);
    Payment.Outside second = new Payment.Outside("shop", "card 2");
    decide(hold, first);

    List<ClaimOutcome> outcomes = decide(book(ANN, hold.id(), CARD), book(ANN, hold.id(), second));

    assertThat(outcomes).hasOnlyElementsOfType(AlreadyBooked.class);
    assertThat(writes().bookings().refunds())
        .extracting(Refund::payment, Refund::amount, Refund::reason, Refund::booking)
        .containsExactly(tuple(second, 100L, Refund.Reason.HOLD_ALREADY_PAID, Optional.empty()));
  }

  @Test
  void aPaymentThatHasPaidABookingIsNotDueBackForAnotherHoldThatExpired() {
    Claim.Hold paid = hold(ANN, 1);
    Claim.Hold released = hold(ANN, 2);
    decide(paid, released, book(ANN, paid.id(), CARD), release(ANN, released));

    assertThat(decide(book(ANN, released.id(), CARD))).containsExactly(new HoldExpired());
    assertThat(writes().bookings().refunds()).isEmpty();
  }

  @Test
  void nobodyOvertakesWhoWaitsWithThePaymentToBeRefused() {
    Claim.Hold first = hold(ANN, 1);
    Claim.Hold released = hold(BEN, 2);
    decide(first, released, release(BEN, released));
    lockedElsewhere.add(new SeatKey(SHOW, 1));

    assertThat(decide(book(ANN, first.id(), CARD), book(BEN, released.id(), CARD)))
        .containsExactly(CARRIED, CARRIED);
    assertThat(writes().bookings().refunds()).isEmpty();
  }

  @Test
  void aCancelledPaymentOutsideIsDueBackInTheCommitThatCancels() {
    Claim.Hold hold = hold(ANN, 1);
    Claim.Book book = book(ANN, hold.id(), CARD);
    Claim.Cancel cancel = cancel(ANN, book.id());

    decide(hold, book, cancel, cancel(ANN, book.id()));

    assertThat(writes().bookings().refunds())
        .containsExactly(
            new Refund(
                new RefundId(cancel.refund().value()),
                ANN,
                hold.id(),
                Optional.of(book.id()),
                CARD,
                100,
                Refund.Reason.BOOKING_CANCELLED,
                NOON,
                Optional.empty()));
    decide(cancel(ANN, book.id()));
    assertThat(writes().isEmpty()).isTrue();
  }
}
