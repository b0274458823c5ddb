package dev.stampede.bench.wallet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stampede.engine.claim.BookingId;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimOutcome.Booked;
import dev.stampede.engine.claim.ClaimOutcome.Held;
import dev.stampede.engine.claim.ClaimOutcome.ToppedUp;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Payment;
import dev.stampede.engine.claim.Wanted;
import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.Section;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.show.ShowSettings;
import dev.stampede.engine.show.ShowTerms.SaleSwitch;
import dev.stampede.engine.show.Shows;
import dev.stampede.postgres.booking.PostgresWallets;
import dev.stampede.testkit.DatabaseClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The answer to an optimistic payer when somebody else is always first. With the check of the
 * version dropped both fail.
 */
final class LostRacesTest {

  private static final Duration HOLD = Duration.ofMinutes(5);
  private static final Buyer ALICE = new Buyer("alice");

  private final PaymentsFixture fixture = new PaymentsFixture();
  private final AtomicInteger topUps = new AtomicInteger();
  private final PostgresWallets wallets = new PostgresWallets(fixture.database);

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void aPaymentThatLosesEveryRaceReportsItAndMovesNoPoints() {
    Claim.Book late = lateByOneHold();

    assertThat(payments(Integer.MAX_VALUE).claim(late))
        .isEqualTo(OptimisticPayments.RETRIES_EXHAUSTED);

    assertThat(topUps).as("the first try and three more").hasValue(1 + 4);
    assertThat(wallets.balance(ALICE)).isEqualTo(5 * 100);
  }

  @Test
  void aPaymentThatSucceedsOnItsLastRetryIsMadeOnce() {
    Claim.Book late = lateByOneHold();

    assertThat(payments(3).claim(late)).isInstanceOf(Booked.class);

    assertThat(wallets.balance(ALICE)).isEqualTo(4 * 100 - 100);
  }

  @Test
  void aClaimOutsideTheComparisonIsRefusedByName() {
    Claim topUp = BenchWallets.topUp(ALICE, "k", 1);

    assertThatThrownBy(() -> payments(0).claim(topUp))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("pays a hold with points, without a key");
  }

  /** The terms of the show are looked up between reading and writing, if the hold has expired. */
  private Claim.Book lateByOneHold() {
    ShowId show = show();
    HoldId hold = HoldId.fresh(1);
    topUp();
    assertThat(
            fixture.product.claim(
                new Claim.Hold(show, ALICE, Optional.empty(), hold, new Wanted.Seats(List.of(1)))))
        .isInstanceOf(Held.class);
    DatabaseClock.of(fixture.data.url()).advance(HOLD);
    return new Claim.Book(
        show, ALICE, Optional.empty(), BookingId.fresh(1), hold, new Payment.Points());
  }

  /** Somebody comes in between so many times, just when a late payment looks at its show. */
  private OptimisticPayments payments(int times) {
    AtomicInteger left = new AtomicInteger(times);
    return new OptimisticPayments(
        fixture.connections,
        show -> {
          if (left.getAndDecrement() > 0) {
            topUp();
          }
          return fixture.shows.find(show);
        });
  }

  private void topUp() {
    assertThat(
            fixture.product.claim(BenchWallets.topUp(ALICE, "k-" + topUps.incrementAndGet(), 100)))
        .isInstanceOf(ToppedUp.class);
  }

  private ShowId show() {
    return fixture
        .shows
        .create(
            new Shows.NewShow(
                "races",
                Instant.parse("2030-01-01T20:00:00Z"),
                new SeatMap(List.of(new Section.Mapped("A", 100, 1, 10))),
                new ShowSettings(
                    Instant.EPOCH,
                    SaleSwitch.OPEN,
                    8,
                    OptionalInt.empty(),
                    HOLD,
                    Optional.empty())))
        .id();
  }
}
