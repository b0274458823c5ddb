package dev.stampede.testkit;

import static dev.stampede.testkit.PaymentSteps.booked;
import static dev.stampede.testkit.PaymentSteps.cancelled;
import static dev.stampede.testkit.PaymentSteps.held;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.Booking;
import dev.stampede.engine.claim.Bookings;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.ClaimOutcome.AlreadyBooked;
import dev.stampede.engine.claim.ClaimOutcome.Booked;
import dev.stampede.engine.claim.ClaimOutcome.BuyerLimit;
import dev.stampede.engine.claim.ClaimOutcome.Cancelled;
import dev.stampede.engine.claim.ClaimOutcome.HoldExpired;
import dev.stampede.engine.claim.ClaimOutcome.InsufficientPoints;
import dev.stampede.engine.claim.ClaimOutcome.NoSuchBooking;
import dev.stampede.engine.claim.ClaimOutcome.OperationMismatch;
import dev.stampede.engine.claim.ClaimOutcome.ReferenceUsed;
import dev.stampede.engine.claim.ClaimOutcome.Replayed;
import dev.stampede.engine.claim.ClaimOutcome.SeatsTaken;
import dev.stampede.engine.claim.ClaimOutcome.TooLateToCancel;
import dev.stampede.engine.claim.ClaimOutcome.TopUpTooLarge;
import dev.stampede.engine.claim.ClaimOutcome.ToppedUp;
import dev.stampede.engine.claim.ClaimOutcome.WalletFull;
import dev.stampede.engine.claim.HeldSeats;
import dev.stampede.engine.claim.Payment;
import dev.stampede.engine.claim.Transfer;
import dev.stampede.engine.claim.WalletLimits;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.show.ShowSettings;
import dev.stampede.engine.wallet.Wallets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/**
 * The contract of every whole way of paying: it pays a hold, with a key and by other means too,
 * buys in one step, gives back, tops up, and tells about it.
 */
public abstract class PaymentsContract extends PayingContract {

  // Paying a hold in company.

  @Test
  void aWalletIsNotOverdrawnByThoseWhoBuyAndThoseWhoPayAHold() {
    ShowId show = till().show(40);
    Buyer alice = till().buyer("alice", 700);
    List<HeldSeats> holds =
        ConcurrentRun.of(20, i -> held(till().patiently(() -> till().hold(show, alice, i))));

    List<ClaimOutcome> outcomes =
        ConcurrentRun.of(
            40,
            i ->
                till()
                    .patiently(
                        () -> i < 20 ? till().book(holds.get(i)) : till().buy(show, alice, i)));

    assertThat(outcomes).filteredOn(Booked.class::isInstance).hasSize(7);
    assertThat(outcomes).filteredOn(new InsufficientPoints(0, 100)::equals).isNotEmpty();
    assertThat(outcomes).allMatch(o -> o instanceof Booked || o instanceof InsufficientPoints);
    assertThat(wallets().balance(alice)).isZero();
  }

  @Test
  void aRefusedPaymentDoesNotUseItsKeyUp() {
    ShowId show = till().show();
    Buyer alice = till().buyer("alice", 150);
    HeldSeats hold = held(till().hold(show, alice, 1, 2));
    Claim.Book claim = till().bookWithKey(hold, "k", "body");

    assertThat(claims().claim(claim)).isEqualTo(new InsufficientPoints(150, 200));
    assertThat(wallets().balance(alice)).isEqualTo(150);
    till().topUp(alice, 50);

    assertThat(booked(claims().claim(claim)).balance()).hasValue(0);
  }

  @Test
  void aBuyerWithoutPointsCannotBuy() {
    ShowId show = till().show();
    Buyer alice = till().buyer("alice", 0);

    assertThat(till().buy(show, alice, 2)).isEqualTo(new InsufficientPoints(0, 100));
    assertThat(wallets().balance(alice)).isZero();
    assertThat(events(show, 2)).isEmpty();
  }

  @Test
  void paidSeatsCountAgainstTheBuyersLimit() {
    ShowId show = till().show(10, settings -> limited(settings, 2));
    Buyer alice = till().buyer("alice", 1_000);
    HeldSeats late = held(till().hold(show, alice, 1));
    pass(HOLD);
    Booking first = booked(till().buy(show, alice, 2));
    var _ = booked(till().book(held(till().hold(show, alice, 3))));

    assertThat(till().hold(show, alice, 4)).isEqualTo(new BuyerLimit(2, 2, 1));
    assertThat(till().buy(show, alice, 4)).isEqualTo(new BuyerLimit(2, 2, 1));
    assertThat(till().book(late)).isEqualTo(new HoldExpired());
    var _ = cancelled(till().cancel(first));
    assertThat(till().book(late)).isInstanceOf(Booked.class);
  }

  // Claiming and paying in one step.

  @Test
  void seatsAreBoughtInOneStep() {
    ShowId show = till().show();
    Buyer alice = till().buyer("alice", 500);

    Booking booking = booked(till().buy(show, alice, 1, 2));

    assertThat(booking.balance()).hasValue(300);
    assertThat(events(show, 1)).containsExactly("s:" + alice);
    assertThat(till().buy(show, alice, 1, 2)).isEqualTo(new AlreadyBooked(booking));
    assertThat(till().buy(show, alice, 2)).isEqualTo(new SeatsTaken(List.of(2)));
    assertThat(booked(till().buyBest(show, alice, 3)).seats()).hasSize(3);
    assertThat(wallets().balance(alice)).isZero();
  }

  @Test
  void buyingHeldSeatsPaysTheBuyersOwnHold() {
    ShowId show = till().show();
    Buyer alice = till().buyer("alice", 500);
    HeldSeats hold = held(till().hold(show, alice, 1, 2));

    Booking booking = booked(till().buy(show, alice, 1, 2));

    assertThat(booking.hold()).isEqualTo(hold.id());
    assertThat(till().book(hold)).isEqualTo(new AlreadyBooked(booking));
    assertThat(wallets().balance(alice)).isEqualTo(300);
  }

  @Test
  void oneOf32BuysASeatAndNobodyElseIsCharged() {
    ShowId show = till().show();
    List<Buyer> crowd = till().buyers(32, 100);

    List<ClaimOutcome> outcomes =
        ConcurrentRun.of(32, i -> till().patiently(() -> till().buy(show, crowd.get(i), 3)));

    assertThat(outcomes).filteredOn(Booked.class::isInstance).hasSize(1);
    assertThat(outcomes).filteredOn(new SeatsTaken(List.of(3))::equals).hasSize(31);
    assertThat(crowd.stream().mapToLong(wallets()::balance).sum()).isEqualTo(3_100);
  }

  // Paid outside.

  @Test
  void aPaymentOutsideMovesNoPointsAndPaysOnce() {
    ShowId show = till().show();
    Buyer alice = till().buyer("alice", 0);
    HeldSeats hold = held(till().hold(show, alice, 1));
    HeldSeats other = held(till().hold(show, alice, 2));
    Payment.Outside payment = till().payment("p1");

    Booking booking = booked(till().book(hold, payment));

    assertThat(booking.payment()).isEqualTo(payment);
    assertThat(booking.balance()).isEmpty();
    assertThat(till().book(hold, payment)).isEqualTo(new AlreadyBooked(booking));
    assertThat(till().book(other, payment)).isEqualTo(new ReferenceUsed(payment));
    assertThat(booked(till().book(other, till().payment("p2"))).seats()).containsExactly(2);
    assertThat(wallets().entries(alice, OptionalLong.empty(), 9).lines()).isEmpty();
  }

  @Test
  void ofHoldsPaidAtOnceByOnePaymentOneIsSold() {
    ShowId show = till().show(40);
    List<Buyer> crowd = till().buyers(24, 0);
    List<HeldSeats> holds =
        ConcurrentRun.of(24, i -> held(till().patiently(() -> till().hold(show, crowd.get(i), i))));
    Payment.Outside payment = till().payment("the one");

    List<ClaimOutcome> outcomes =
        ConcurrentRun.of(24, i -> till().patiently(() -> till().book(holds.get(i), payment)));

    assertThat(outcomes).filteredOn(Booked.class::isInstance).hasSize(1);
    assertThat(outcomes).filteredOn(new ReferenceUsed(payment)::equals).hasSize(23);
  }

  // Cancelling.

  @Test
  void aCancelledBookingGivesSeatsAndPointsBackOnce() {
    ShowId show = till().show();
    Buyer alice = till().buyer("alice", 500);
    HeldSeats hold = held(till().hold(show, alice, 1, 2));
    Booking booking = booked(till().book(hold));

    List<ClaimOutcome> outcomes =
        ConcurrentRun.of(16, i -> till().patiently(() -> till().cancel(booking)));

    Booking ended = cancelled(outcomes.getFirst());
    assertThat(outcomes).containsOnly(new Cancelled(ended));
    assertThat(ended.state()).isEqualTo(Booking.State.CANCELLED);
    assertThat(ended.balance()).hasValue(500);
    assertThat(ended.isRefundDue()).isFalse();
    assertThat(wallets().balance(alice)).isEqualTo(500);
    assertThat(bookings().find(booking.id())).contains(ended);
    assertThat(till().book(hold)).isEqualTo(new AlreadyBooked(ended));
    assertThat(events(show, 1)).containsExactly("h:" + alice, "s:" + alice, "r:" + alice);
    var _ = held(till().hold(show, till().buyer("bob", 0), 1, 2));
  }

  @Test
  void cancellingABookingPaidOutsideLeavesTheRefundToTheShop() {
    ShowId show = till().show();
    Buyer alice = till().buyer("alice", 50);
    Booking booking = booked(till().book(held(till().hold(show, alice, 1)), till().payment("p")));

    assertThat(cancelled(till().cancel(booking)).isRefundDue()).isTrue();
    assertThat(wallets().balance(alice)).isEqualTo(50);
  }

  @Test
  void nobodyCancelsWhatIsAnothersOrAfterTheShowHasBegun() {
    Instant starts = shows().now().plus(Duration.ofHours(1));
    ShowId show = till().showAt(starts);
    Buyer alice = till().buyer("alice", 500);
    Booking booking = booked(till().buy(show, alice, 1));

    assertThat(till().cancel(booking, till().buyer("bob", 0))).isEqualTo(new NoSuchBooking());
    pass(Duration.ofHours(1));
    assertThat(till().cancel(booking)).isEqualTo(new TooLateToCancel(starts));
    assertThat(wallets().balance(alice)).isEqualTo(400);
  }

  @Test
  void aRefundIsNotRefusedBecauseTheWalletIsFull() {
    WalletLimits limits = WalletLimits.DEFAULT;
    Buyer alice = till().buyer("alice", 100);
    Booking booking = booked(till().buy(till().show(), alice, 1));
    for (int i = 0; i < limits.maxBalance() / limits.maxTopUp(); i++) {
      till().topUp(alice, limits.maxTopUp());
    }

    assertThat(cancelled(till().cancel(booking)).balance()).hasValue(limits.maxBalance() + 100);
    assertThat(claims().claim(till().topUpWithKey(alice, "one more", 1)))
        .isEqualTo(new WalletFull(limits.maxBalance(), limits.maxBalance() + 100, 1));
  }

  // Topping up, and doing things again.

  @Test
  void theSameTopUpAHundredTimesAtOnceIsOneEntry() {
    Buyer alice = till().buyer("alice", 0);

    List<ClaimOutcome> outcomes =
        ConcurrentRun.of(
            100, i -> till().patiently(() -> claims().claim(till().topUpWithKey(alice, "k", 70))));

    List<ToppedUp> told =
        outcomes.stream()
            .map(o -> o instanceof Replayed(ToppedUp first) ? first : (ToppedUp) o)
            .distinct()
            .toList();
    assertThat(outcomes).filteredOn(ToppedUp.class::isInstance).hasSize(1);
    assertThat(told).hasSize(1);
    assertThat(wallets().balance(alice)).isEqualTo(70);
    assertThat(wallets().entries(alice, OptionalLong.empty(), 9).lines()).hasSize(1);
  }

  @Test
  void topUpsHaveLimits() {
    Buyer alice = till().buyer("alice", 1);
    long most = WalletLimits.DEFAULT.maxTopUp();

    assertThat(claims().claim(till().topUpWithKey(alice, "k", most + 1)))
        .isEqualTo(new TopUpTooLarge(most, most + 1));
    assertThat(claims().claim(till().topUpWithKey(alice, "k", Long.MAX_VALUE)))
        .isEqualTo(new TopUpTooLarge(most, Long.MAX_VALUE));
    assertThat(claims().claim(till().topUpWithKey(alice, "k", most))).isInstanceOf(ToppedUp.class);
  }

  @Test
  void aRepeatGetsTheFirstAnswerAsItWasThen() {
    ShowId show = till().show();
    Buyer alice = till().buyer("alice", 500);
    HeldSeats hold = held(till().hold(show, alice, 1));
    Claim.Book book = till().bookWithKey(hold, "k", "body");
    Booking booking = booked(claims().claim(book));
    Claim.Cancel cancel = till().cancelWithKey(booking, "k");
    Booking ended = cancelled(claims().claim(cancel));
    till().topUp(alice, 1_000);

    assertThat(claims().claim(till().bookWithKey(hold, "k", "body")))
        .isEqualTo(new Replayed(new Booked(booking)));
    assertThat(claims().claim(till().cancelWithKey(booking, "k")))
        .isEqualTo(new Replayed(new Cancelled(ended)));
    assertThat(claims().claim(till().bookWithKey(hold, "k", "another body")))
        .isEqualTo(new OperationMismatch());
    assertThat(booking.balance()).hasValue(400);
    assertThat(ended.balance()).hasValue(500);
  }

  @Test
  void aRepeatedPurchaseIsOneEvenAtTheSameMoment() {
    ShowId show = till().show();
    Buyer alice = till().buyer("alice", 500);

    List<ClaimOutcome> outcomes =
        ConcurrentRun.of(
            32,
            i -> till().patiently(() -> claims().claim(till().buyWithKey(show, alice, "k", 4))));

    assertThat(outcomes).filteredOn(Booked.class::isInstance).hasSize(1);
    assertThat(outcomes).filteredOn(Replayed.class::isInstance).hasSize(31);
    assertThat(wallets().balance(alice)).isEqualTo(400);
  }

  // Reading.

  @Test
  void aStatementSaysWhatHappenedAndGoesOnWhereThePageEnded() {
    ShowId show = till().show();
    Buyer alice = till().buyer("alice", 500);
    Booking booking = booked(till().buy(show, alice, 1, 2));
    var _ = cancelled(till().cancel(booking));

    Wallets.Statement first = wallets().entries(alice, OptionalLong.empty(), 2);
    till().topUp(alice, 5);
    Wallets.Statement rest = wallets().entries(alice, first.next(), 2);

    assertThat(first.lines())
        .extracting(Wallets.Line::kind)
        .containsExactly(Transfer.Kind.REFUND, Transfer.Kind.PAYMENT);
    assertThat(first.lines()).extracting(Wallets.Line::amount).containsExactly(200L, -200L);
    assertThat(first.lines()).extracting(Wallets.Line::balance).containsExactly(500L, 300L);
    assertThat(first.lines()).allMatch(line -> line.booking().orElseThrow().equals(booking.id()));
    assertThat(rest.lines()).extracting(Wallets.Line::number).containsExactly(1L);
    assertThat(rest.lines().getFirst().booking()).isEmpty();
    assertThat(rest.next()).isEmpty();
  }

  @Test
  void bookingsAreListedNewestFirstAndPagesDoNotShift() {
    ShowId show = till().show();
    Buyer alice = till().buyer("alice", 1_000);
    List<Booking> made =
        List.of(
            booked(till().buy(show, alice, 1)),
            booked(till().buy(show, alice, 2)),
            booked(till().buy(show, alice, 3)));

    Bookings.Page first = bookings().list(alice, Optional.empty(), 2);
    var _ = booked(till().buy(show, alice, 4));
    Bookings.Page rest = bookings().list(alice, first.next(), 2);

    assertThat(first.bookings()).containsExactly(made.get(2), made.get(1));
    assertThat(rest.bookings()).containsExactly(made.get(0));
    assertThat(rest.next()).isEmpty();
    Buyer bob = till().buyer("bob", 0);
    assertThat(bookings().list(bob, Optional.empty(), 2).bookings()).isEmpty();
    assertThat(bookings().list(bob, first.next(), 2).bookings()).isEmpty();
  }

  private static ShowSettings limited(ShowSettings settings, int perBuyer) {
    return new ShowSettings(
        settings.saleOpensAt(),
        settings.saleSwitch(),
        settings.maxSeatsPerHold(),
        OptionalInt.of(perBuyer),
        settings.holdFor(),
        settings.waitingRoom());
  }
}
