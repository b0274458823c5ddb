package dev.stampede.postgres.verify;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Bookings against their seats, their holds, their payments and their refunds. */
final class BookingDriftTest extends DriftFixture {

  @Test
  void aSoldSeatsBookingIsGone() {
    plant("DELETE FROM booking WHERE cancelled_at IS NULL AND show_id = %s");
    assertThat(kinds())
        .containsExactly("seat-booking", "seat-booking", "transfer-booking", "outbox-unknown");
  }

  @Test
  void aBookingThatStandsHasLostItsSeat() {
    evenSo(
        "booking",
        "UPDATE booking SET seats = '{2,3,8}' WHERE cancelled_at IS NULL AND show_id = " + show);
    assertFound(
        "booking-seats",
        "in show %s over 200 points is not cancelled but does not have all its seats {2,3,8}",
        "seat 8 has state f and hold none");
  }

  @Test
  void aPaidHoldSaysThatItIsNot() {
    plant("UPDATE hold SET state = 'e' WHERE buyer = 'bob' AND seats = '{2,3}' AND show_id = %s");
    assertFound("booking-hold", "", "but that hold has state e");
  }

  @Test
  void aBookingWasNotPaidOrPaidSomethingElse() {
    evenSo("transfer", "UPDATE transfer SET amount = 1 WHERE kind = 'p' AND amount = 200");
    assertThat(kinds()).containsExactly("booking-payment", "transfer-entries", "transfer-booking");
    assertThat(found())
        .anyMatch(drift -> drift.detail().endsWith("but its payment has buyer bob and 1 points"));
  }

  @Test
  void aCancelledBookingWasNotPaidBack() {
    evenSo(
        "entry",
        "DELETE FROM entry e USING transfer t WHERE t.id = e.transfer_id AND t.kind = 'r'");
    evenSo("transfer", "DELETE FROM transfer WHERE kind = 'r'");
    fixture.run("UPDATE wallet SET balance = 700, version = 3");
    // The statement itself has lost nothing: the refund was its last line but one.
    assertThat(kinds()).contains("booking-refund");
    assertThat(found()).anyMatch(drift -> drift.detail().contains("has 0 refunds of this amount"));
  }

  @Test
  void aBookingPaidOutsideHasNoPaymentOrOneThatWasRefused() {
    fixture.run("DELETE FROM outside_payment WHERE reference = 'card-1'");
    assertFound("booking-payment", "of buyer frank in show", "over 100 points was not paid");
    mend();
    fixture.run(
        """
        UPDATE outside_payment SET booking_id = NULL, refund_id = gen_random_uuid(),
          due_at = now(), reason = 'e' WHERE reference = 'card-1'""");
    assertFound(
        "booking-payment", "was paid outside but payment card-1 of shop", "and booking none");
  }

  @Test
  void aRefundIsDueForABookingThatStandsOrMissingForACancelledOne() {
    fixture.run(
        """
        UPDATE outside_payment SET refund_id = gen_random_uuid(), due_at = now(), reason = 'c'
        WHERE reference = 'card-1'""");
    assertFound("booking-refund", "was paid outside and is not cancelled", "is due since");
    mend();
    fixture.run(
        """
        UPDATE outside_payment SET refund_id = NULL, due_at = NULL, reason = NULL
        WHERE reference = 'card-2'""");
    assertFound("booking-refund", "was paid outside and was cancelled", "is not recorded");
  }

  @Test
  void aRefundWasMadeForABookingThatStands() {
    plant(
        "UPDATE booking SET cancelled_at = NULL, refunded_balance = NULL WHERE cancelled_at IS NOT NULL AND show_id = %s");
    assertThat(kinds()).contains("booking-seats", "transfer-booking");
  }
}
