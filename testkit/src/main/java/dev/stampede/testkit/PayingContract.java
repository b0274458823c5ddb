package dev.stampede.testkit;

import static dev.stampede.testkit.PaymentSteps.booked;
import static dev.stampede.testkit.PaymentSteps.held;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.Booking;
import dev.stampede.engine.claim.Bookings;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.ClaimOutcome.AlreadyBooked;
import dev.stampede.engine.claim.ClaimOutcome.Booked;
import dev.stampede.engine.claim.ClaimOutcome.HoldExpired;
import dev.stampede.engine.claim.ClaimOutcome.InsufficientPoints;
import dev.stampede.engine.claim.ClaimOutcome.NoSuchHold;
import dev.stampede.engine.claim.ClaimOutcome.Released;
import dev.stampede.engine.claim.ClaimOutcome.SeatsTaken;
import dev.stampede.engine.claim.Claims;
import dev.stampede.engine.claim.HeldSeats;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.show.ShowTerms.SaleSwitch;
import dev.stampede.engine.show.Shows;
import dev.stampede.engine.wallet.Wallets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The contract of every way of paying a hold with points, in time and late. Each test has a show
 * and buyers of its own; afterwards the events must replay to exactly the seats and the entries to
 * exactly the balances, whatever the test was about.
 *
 * <p>It stands apart from {@link PaymentsContract} for ways that pay and do nothing else.
 */
public abstract class PayingContract {

  static final Duration HOLD = Duration.ofMinutes(5);

  private PaymentSteps till;

  /**
   * The way under test, with the usual limits for wallets. One that only pays stands in front of
   * another that holds, releases and tops up.
   */
  protected abstract Claims claims();

  /** The rows that the way under test writes, as the product reads them. */
  protected abstract PaymentStores stores();

  @BeforeEach
  void startInRealTime() {
    DatabaseClock.of(stores().databaseUrl()).reset();
    till = new PaymentSteps(claims(), shows());
  }

  @AfterEach
  void theLedgersBalance() {
    SeatLedger ledger = new SeatLedger(stores().databaseUrl());
    till.shows().forEach(ledger::mustBalance);
    assertThat(stores().ledgerDifferences().get()).isEmpty();
  }

  // Paying a hold.

  @Test
  void aPaidHoldIsSoldAndItsBuyerIsCharged() {
    ShowId show = till().show();
    Buyer alice = till().buyer("alice", 500);
    HeldSeats hold = held(till().hold(show, alice, 2, 3));

    Booking booking = booked(till().book(hold));

    assertThat(booking.hold()).isEqualTo(hold.id());
    assertThat(booking.buyer()).isEqualTo(alice);
    assertThat(booking.seats()).containsExactly(2, 3);
    assertThat(booking.total()).isEqualTo(200);
    assertThat(booking.balance()).hasValue(300);
    assertThat(booking.state()).isEqualTo(Booking.State.CONFIRMED);
    assertThat(wallets().balance(alice)).isEqualTo(300);
    assertThat(bookings().find(booking.id())).contains(booking);
    assertThat(shows().counts(show)).isEqualTo(new Shows.Counts(8, 0, 2));
    assertThat(events(show, 2)).containsExactly("h:" + alice, "s:" + alice);
    assertThat(till().hold(show, till().buyer("bob", 0), 2)).isEqualTo(new SeatsTaken(List.of(2)));
  }

  @Test
  void paymentsOfOneHoldAtOnceAreOneBookingAndOneCharge() {
    ShowId show = till().show();
    Buyer alice = till().buyer("alice", 1_000);
    HeldSeats hold = held(till().hold(show, alice, 1));

    List<ClaimOutcome> outcomes =
        ConcurrentRun.of(32, i -> till().patiently(() -> till().book(hold)));

    List<Booking> told =
        outcomes.stream()
            .map(o -> o instanceof AlreadyBooked again ? again.booking() : booked(o))
            .distinct()
            .toList();
    assertThat(outcomes).filteredOn(Booked.class::isInstance).hasSize(1);
    assertThat(told).hasSize(1);
    assertThat(wallets().balance(alice)).isEqualTo(900);
  }

  @Test
  void nobodyPaysWhatIsAnothers() {
    ShowId show = till().show();
    Buyer bob = till().buyer("bob", 500);
    HeldSeats hold = held(till().hold(show, till().buyer("alice", 500), 1));
    HeldSeats inBobsName =
        new HeldSeats(hold.id(), show, bob, hold.seats(), hold.total(), hold.expiresAt());
    HeldSeats unknown =
        new HeldSeats(HoldId.fresh(1), show, bob, List.of(1), 100, hold.expiresAt());

    assertThat(till().book(inBobsName)).isEqualTo(new NoSuchHold());
    assertThat(till().book(unknown)).isEqualTo(new NoSuchHold());
    assertThat(wallets().balance(bob)).isEqualTo(500);
  }

  @Test
  void aPaidHoldCannotBeReleased() {
    ShowId show = till().show();
    HeldSeats hold = held(till().hold(show, till().buyer("alice", 100), 1));
    Booking booking = booked(till().book(hold));

    assertThat(till().release(hold)).isEqualTo(new AlreadyBooked(booking));
    assertThat(events(show, 1)).hasSize(2);
  }

  @Test
  void aWalletIsNeverOverdrawnHoweverManyPayAtOnce() {
    ShowId show = till().show(20);
    Buyer alice = till().buyer("alice", 700);
    List<HeldSeats> holds =
        ConcurrentRun.of(20, i -> held(till().patiently(() -> till().hold(show, alice, i))));

    List<ClaimOutcome> outcomes =
        ConcurrentRun.of(20, i -> till().patiently(() -> till().book(holds.get(i))));

    assertThat(outcomes).filteredOn(Booked.class::isInstance).hasSize(7);
    assertThat(outcomes).filteredOn(new InsufficientPoints(0, 100)::equals).hasSize(13);
    assertThat(wallets().balance(alice)).isZero();
  }

  @Test
  void aPaymentWithTooFewPointsTakesNoneAndTheHoldStaysPayable() {
    ShowId show = till().show();
    Buyer alice = till().buyer("alice", 150);
    HeldSeats hold = held(till().hold(show, alice, 1, 2));

    assertThat(till().book(hold)).isEqualTo(new InsufficientPoints(150, 200));
    assertThat(wallets().balance(alice)).isEqualTo(150);
    till().topUp(alice, 50);

    assertThat(booked(till().book(hold)).balance()).hasValue(0);
  }

  @Test
  void aBuyerWithoutPointsCannotPayAHold() {
    Buyer alice = till().buyer("alice", 0);

    assertThat(till().book(held(till().hold(till().show(), alice, 1))))
        .isEqualTo(new InsufficientPoints(0, 100));
    assertThat(wallets().balance(alice)).isZero();
  }

  // Paying late.

  @Test
  void aLatePaymentIsHonouredWhileTheSeatsAreFree() {
    ShowId show = till().show();
    Buyer alice = till().buyer("alice", 500);
    HeldSeats hold = held(till().hold(show, alice, 1, 2));
    pass(HOLD);

    Booking booking = booked(till().book(hold));

    assertThat(booking.seats()).containsExactly(1, 2);
    assertThat(events(show, 1)).containsExactly("h:" + alice, "r:" + alice, "s:" + alice);
  }

  @Test
  void aLatePaymentTakesNothingWhenOneOfTheSeatsIsAnothers() {
    ShowId show = till().show();
    Buyer alice = till().buyer("alice", 500);
    HeldSeats hold = held(till().hold(show, alice, 1, 2));
    pass(HOLD);
    HeldSeats bobs = held(till().hold(show, till().buyer("bob", 0), 2));

    assertThat(till().book(hold)).isEqualTo(new HoldExpired());
    assertThat(wallets().balance(alice)).isEqualTo(500);
    assertThat(events(show, 1)).containsExactly("h:" + alice);

    pass(HOLD);
    assertThat(booked(till().book(hold)).seats()).as("bob's hold expired too").hasSize(2);
    assertThat(till().book(bobs)).isEqualTo(new HoldExpired());
  }

  @Test
  void aReleasedHoldCannotBePaid() {
    ShowId show = till().show();
    Buyer alice = till().buyer("alice", 500);
    HeldSeats hold = held(till().hold(show, alice, 1));
    assertThat(till().release(hold)).isEqualTo(new Released());

    assertThat(till().book(hold)).isEqualTo(new HoldExpired());
    pass(HOLD);
    assertThat(till().book(hold)).isEqualTo(new HoldExpired());
    assertThat(wallets().balance(alice)).isEqualTo(500);
  }

  @Test
  void whileTheSaleIsPausedOnlyWhatIsHeldIsSold() {
    ShowId show = till().show();
    Buyer alice = till().buyer("alice", 500);
    HeldSeats inTime = held(till().hold(show, alice, 1));
    HeldSeats late = held(till().hold(show, alice, 2));
    till().switchSale(show, SaleSwitch.PAUSED);

    assertThat(booked(till().book(inTime)).seats()).containsExactly(1);
    pass(HOLD);
    assertThat(till().book(late)).isEqualTo(new HoldExpired());
    till().switchSale(show, SaleSwitch.OPEN);
    assertThat(booked(till().book(late)).seats()).containsExactly(2);
  }

  final Shows shows() {
    return stores().shows();
  }

  final Bookings bookings() {
    return stores().bookings();
  }

  final Wallets wallets() {
    return stores().wallets();
  }

  final void pass(Duration time) {
    till.clock(stores().databaseUrl()).advance(time);
  }

  final List<String> events(ShowId show, int seat) {
    return new SeatLedger(stores().databaseUrl()).events(show, seat);
  }

  /** Short words for this test. */
  final PaymentSteps till() {
    return till;
  }
}
