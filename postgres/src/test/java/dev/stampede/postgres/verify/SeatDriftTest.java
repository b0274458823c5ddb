package dev.stampede.postgres.verify;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Seats against their events, their holds and the sold seats. */
final class SeatDriftTest extends DriftFixture {

  @Test
  void aSaleOfASeatThatIsNotThereIsNamed() {
    fixture.run("INSERT INTO sold_seat VALUES (%s, 77, gen_random_uuid())".formatted(show));
    assertFound("seat-sold", "seat 77 of show %s has state none and hold none", "names booking");
  }

  @Test
  void aSeatThatItsShowPromisesIsMissing() {
    fixture.run("DELETE FROM seat WHERE show_id = %s AND number = 19".formatted(show));
    assertFound("show-seats", "show %s has 19 seats", "sections promise 20");
  }

  @Test
  void anEventIsMissingOrOneTooMany() {
    plant("DELETE FROM seat_event WHERE number = 5 AND version = 2 AND show_id = %s");
    // The event was to be told as well, and now there is nothing to tell.
    assertThat(kinds()).containsExactly("seat-events", "outbox-unknown");
    assertThat(found())
        .anyMatch(
            drift ->
                drift
                    .detail()
                    .equals(
                        "seat 5 of show %s has version 3 but 2 events, the last with version 3"
                            .formatted(show)));
  }

  @Test
  void aSeatWasChangedWithoutAnEvent() {
    plant(
        "UPDATE seat SET state = 'f', buyer = NULL, hold_id = NULL, held_until = NULL WHERE number = 3 AND show_id = %s");
    assertThat(kinds()).containsExactly("seat-state", "seat-sold", "booking-seats");
    assertThat(found().getFirst().detail())
        .startsWith("seat 3 of show %s has state f, buyer none and hold none".formatted(show))
        .contains("has type s, buyer bob");
  }

  @Test
  void theSeatsThatMayNotBeSoldAgainAreNotThoseThatAreSold() {
    plant("UPDATE sold_seat SET booking_id = gen_random_uuid() WHERE number = 3 AND show_id = %s");
    assertFound("seat-sold", "seat 3 of show %s has state s and hold", "sold_seat names booking");
    mend();
    plant("DELETE FROM sold_seat WHERE number = 3 AND show_id = %s");
    assertFound("seat-sold", "seat 3 of show %s has state s", "sold_seat names booking none");
    mend();
    plant("INSERT INTO sold_seat VALUES (%s, 9, gen_random_uuid())");
    assertFound("seat-sold", "seat 9 of show %s has state f and hold none", "");
  }

  @Test
  void aSeatWasGivenToAnother() {
    plant("UPDATE seat SET buyer = 'mallory' WHERE number = 2 AND show_id = %s");
    assertThat(kinds()).containsExactly("seat-state", "seat-booking", "booking-seats");
    assertThat(found()).anyMatch(drift -> drift.detail().contains("is sold to buyer mallory"));
  }

  @Test
  void aSeatsVersionWasMoved() {
    plant("UPDATE seat SET version = version + 1 WHERE number = 1 AND show_id = %s");
    assertThat(kinds()).containsExactly("seat-events", "outbox-gap");
  }

  @Test
  void eventsOfASeatThatDoesNotExistAreFoundBehindTheLastSeatToo() {
    fixture.run(
        "UPDATE seat_event SET show_id = 77 WHERE show_id = %s AND number = 6".formatted(show));
    assertThat(found())
        .anyMatch(
            drift ->
                drift.kind().equals("events-without-seat")
                    && drift.detail().equals("seat 6 of show 77 does not exist but has 2 events"));
  }

  @Test
  void aHeldSeatsHoldIsGoneOrSaysSomethingElse() {
    plant("DELETE FROM hold WHERE buyer = 'alice' AND show_id = %s");
    assertFound("seat-hold", "seat 1 of show %s is held for buyer alice", "does not exist");
    mend();
    plant(
        "UPDATE hold SET expires_at = expires_at + interval '1 hour' WHERE buyer = 'alice' AND show_id = %s");
    assertFound("seat-hold", "seat 1 of show %s is held for buyer alice", "has state l");
    mend();
    plant("UPDATE hold SET state = 'r' WHERE buyer = 'alice' AND show_id = %s");
    assertFound("seat-hold", "seat 1 of show %s", "has state r");
  }

  @Test
  void aLiveHoldHasLostASeat() {
    plant("UPDATE hold SET seats = '{1,9}' WHERE buyer = 'alice' AND show_id = %s");
    assertFound("hold-seats", "in show %s", "seat 9 has state f and hold none");
  }
}
