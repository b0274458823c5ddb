package dev.stampede.postgres;

import static dev.stampede.postgres.ClaimsFixture.buy;
import static dev.stampede.postgres.ClaimsFixture.cancel;
import static dev.stampede.postgres.ClaimsFixture.topUp;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimOutcome.Booked;
import dev.stampede.engine.claim.ClaimOutcome.Held;
import dev.stampede.engine.claim.layer.LaneClaims;
import dev.stampede.engine.show.ShowId;
import dev.stampede.lane.Decision;
import dev.stampede.lane.LaneListener;
import dev.stampede.lane.LaneSettings;
import dev.stampede.postgres.claim.GroupCommitter;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Rows are made to say what is not so, as a bug or a hand at the database would; the database
 * refuses the second sale and the second refund all the same. All red without the constraints.
 */
final class DatabaseConstraintsTest {

  private ClaimsFixture fixture;
  private GroupCommitter committer;
  private ShowId show;

  @BeforeEach
  void open() throws Exception {
    fixture = new ClaimsFixture();
    committer = fixture.committer();
    show = fixture.show(1, 10);
    var _ = committer.commit(List.of(topUp("alice", 500), topUp("bob", 500)));
  }

  @AfterEach
  void close() {
    committer.close();
    fixture.close();
  }

  @Test
  void aSeatThatLooksFreeButIsSoldIsNotSoldAgain() throws Exception {
    Claim.Buy alices = buy(show, "alice", 1, 2);
    assertBooked(alices);
    makeFree(2);

    assertThatThrownBy(() -> committer.commit(List.of(buy(show, "bob", 2, 3))))
        .hasMessageContaining("seat_sold_once");

    assertThat(sold()).isEqualTo("1,2");
    assertThat(fixture.one("SELECT balance FROM wallet WHERE buyer = 'bob'", Long.class))
        .isEqualTo(500);
  }

  @Test
  void theNeighboursOfARefusedSaleAreServed() throws Exception {
    assertBooked(buy(show, "alice", 1));
    makeFree(1);
    try (LaneClaims claims =
        new LaneClaims(
            List.of(committer),
            LaneSettings.DEFAULT,
            lane -> LaneListener.NONE,
            Duration.ofSeconds(30))) {
      assertThatThrownBy(() -> claims.claim(buy(show, "bob", 1)))
          .hasStackTraceContaining("seat_sold_once");
      assertThat(claims.claim(ClaimsFixture.hold(show, "carol", 4))).isInstanceOf(Held.class);
    }
  }

  @Test
  void aCancelledSeatIsSoldAgainAndStaysSoldOnce() throws Exception {
    Claim.Buy first = buy(show, "alice", 1, 2);
    assertBooked(first);
    var _ = committer.commit(List.of(cancel(show, "alice", first.id())));
    assertThat(sold()).isEmpty();

    assertBooked(buy(show, "bob", 2));

    assertThat(sold()).isEqualTo("2");
    assertThatThrownBy(
            () ->
                fixture.run(
                    "UPDATE booking SET cancelled_at = NULL, refunded_balance = NULL WHERE id = '%s'"
                        .formatted(first.id())))
        .hasMessageContaining("seat_sold_once");
    fixture.run("DELETE FROM booking WHERE buyer = 'bob'");
    assertThat(sold()).isEmpty();
    fixture.run("DELETE FROM outbox WHERE bookings IS NOT NULL");
    fixture.expectMissing(2);
  }

  @Test
  void aBookingIsRefundedOnce() throws Exception {
    Claim.Buy first = buy(show, "alice", 1);
    assertBooked(first);
    var _ = committer.commit(List.of(cancel(show, "alice", first.id())));
    fixture.run("UPDATE booking SET cancelled_at = NULL, refunded_balance = NULL");
    fixture.run(
        """
        UPDATE seat s SET state = 's', buyer = b.buyer, hold_id = b.hold_id, held_until = now()
        FROM booking b WHERE s.number = 1 AND s.show_id = b.show_id""");

    assertThatThrownBy(() -> committer.commit(List.of(cancel(show, "alice", first.id()))))
        .hasMessageContaining("transfer_refunds_once");
    fixture.expectMissing(0);
    fixture.run("UPDATE booking SET cancelled_at = now(), refunded_balance = 500");
  }

  @Test
  void pointsThatNoEntryHasLeftAreNotSpent() {
    fixture.run("UPDATE wallet SET balance = 1000000 WHERE buyer = 'bob'");

    assertThatThrownBy(() -> committer.commit(List.of(buy(show, "bob", 1))))
        .hasMessageContaining("entry 2 of the wallet of bob adds -100 to 500 and says 999900");
  }

  @Test
  void anEntryOfAStatementIsNeitherRepeatedNorSkipped() {
    fixture.run("UPDATE wallet SET version = 4 WHERE buyer = 'bob'");
    assertThatThrownBy(() -> committer.commit(List.of(buy(show, "bob", 1))))
        .hasMessageContaining("entry 5 of the wallet of bob adds -100 to nothing and says 400");

    fixture.run("UPDATE wallet SET version = 0 WHERE buyer = 'bob'");
    assertThatThrownBy(() -> committer.commit(List.of(buy(show, "bob", 1))))
        .hasMessageContaining("entry_of_wallet");
  }

  private void assertBooked(Claim claim) throws Exception {
    assertThat(committer.commit(List.of(claim)).decisions().getFirst())
        .isInstanceOfSatisfying(
            Decision.Decided.class,
            decided -> assertThat(decided.answer()).isInstanceOf(Booked.class));
  }

  private void makeFree(int seat) {
    fixture.run(
        """
        UPDATE seat SET state = 'f', buyer = NULL, hold_id = NULL, held_until = NULL
        WHERE show_id = %s AND number = %d"""
            .formatted(show, seat));
  }

  private String sold() {
    return fixture.one(
        "SELECT coalesce(string_agg(number::text, ',' ORDER BY number), '') FROM sold_seat",
        String.class);
  }
}
