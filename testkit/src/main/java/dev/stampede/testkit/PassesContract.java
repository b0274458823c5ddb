package dev.stampede.testkit;

import static dev.stampede.testkit.PaymentSteps.booked;
import static dev.stampede.testkit.PaymentSteps.cancelled;
import static dev.stampede.testkit.PaymentSteps.held;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.BookedPass;
import dev.stampede.engine.claim.Booking;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.ClaimOutcome.AlreadyHeld;
import dev.stampede.engine.claim.ClaimOutcome.Booked;
import dev.stampede.engine.claim.ClaimOutcome.BuyerLimit;
import dev.stampede.engine.claim.ClaimOutcome.Held;
import dev.stampede.engine.claim.ClaimOutcome.PassInvalid;
import dev.stampede.engine.claim.ClaimOutcome.PassRequired;
import dev.stampede.engine.claim.ClaimOutcome.Released;
import dev.stampede.engine.claim.ClaimOutcome.Replayed;
import dev.stampede.engine.claim.Claims;
import dev.stampede.engine.claim.HeldSeats;
import dev.stampede.engine.claim.ShownPass;
import dev.stampede.engine.claim.ShownPass.Flaw;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.show.ShowSettings;
import dev.stampede.engine.show.Shows;
import dev.stampede.engine.show.WaitingRoomSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The contract of every way of claiming where a show has a waiting room. Each test has a show and
 * buyers of its own; afterwards the events must replay to exactly the seats.
 */
public abstract class PassesContract {

  private static final Duration PASS = Duration.ofMinutes(10);
  private static final ShownPass MISSING = new ShownPass.Missing();
  private static final ShownPass NOT_ASKED = new ShownPass.NotAsked();
  private static final ShownPass FORGED = new ShownPass.Unusable(Flaw.FORGED);
  private static final ClaimOutcome SPENT = new PassInvalid(Flaw.SPENT);

  private PaymentSteps till;

  /** The way under test. */
  protected abstract Claims claims();

  protected abstract Shows shows();

  /** The recorder that hears the news of the way under test. */
  protected abstract HeardPasses news();

  /** The database behind all of them, as {@code postgresql://…}. */
  protected abstract String databaseUrl();

  @BeforeEach
  void startInRealTime() {
    DatabaseClock.of(databaseUrl()).reset();
    till = new PaymentSteps(claims(), shows());
  }

  @AfterEach
  void historyReplaysToTheSeats() {
    SeatLedger ledger = new SeatLedger(databaseUrl());
    till.shows().forEach(ledger::mustBalance);
  }

  @Test
  void withoutAPassNobodyGetsASeat() {
    ShowId show = roomShow();
    Buyer alice = till.buyer("alice", 500);

    for (ShownPass none : List.of(MISSING, NOT_ASKED)) {
      assertThat(till.hold(none, show, alice, 1)).isEqualTo(new PassRequired());
      assertThat(till.buy(none, show, alice, 1)).isEqualTo(new PassRequired());
      assertThat(till.buyBest(none, show, alice, 1)).isEqualTo(new PassRequired());
      assertThat(claims().claim(till.buyWithKey(none, show, alice, "k", 1)))
          .isEqualTo(new PassRequired());
    }
    assertThat(till.hold(FORGED, show, alice, 1)).isEqualTo(new PassInvalid(Flaw.FORGED));
    assertThat(claims().claim(till.buyWithKey(FORGED, show, alice, "k", 1)))
        .isEqualTo(new PassInvalid(Flaw.FORGED));
    assertThat(shows().counts(show)).isEqualTo(new Shows.Counts(10, 0, 0));
  }

  @Test
  void untilTheBookingItsBuyerMayHoldReleaseAndChooseAgain() {
    ShowId show = roomShow();
    Buyer alice = till.buyer("alice", 500);
    ShownPass pass = give(show, alice, 1);

    HeldSeats first = held(till.hold(pass, show, alice, 1));
    assertThat(till.release(first)).isEqualTo(new Released());
    HeldSeats second = held(till.hold(pass, show, alice, 2, 3));
    assertThat(till.hold(pass, show, alice, 2, 3)).isEqualTo(new AlreadyHeld(second));
    assertThat(till.hold(MISSING, show, alice, 2, 3)).isEqualTo(new PassRequired());
    assertThat(news().of(show)).isEmpty();

    assertThat(booked(till.book(second)).seats()).containsExactly(2, 3);
    assertThat(news().of(show)).containsExactly(new BookedPass(show, alice, 1, 2));
    assertThat(till.hold(pass, show, alice, 4)).isEqualTo(SPENT);
    assertThat(till.buy(pass, show, alice, 4)).isEqualTo(SPENT);
    assertThat(till.buyBest(pass, show, alice, 1)).isEqualTo(SPENT);
  }

  @Test
  void aBookingSpendsEveryPassGivenSoFarAndALaterOneIsGoodAgain() {
    ShowId show = roomShow();
    Buyer alice = till.buyer("alice", 500);
    ShownPass first = give(show, alice, 3);
    ShownPass second = give(show, alice, 5);
    give(show, till.buyer("bob", 0), 9);

    assertThat(till.buy(first, show, alice, 1)).isInstanceOf(Booked.class);
    assertThat(till.hold(second, show, alice, 2)).isEqualTo(SPENT);
    ShownPass third = give(show, alice, 6);
    assertThat(till.hold(second, show, alice, 2)).isEqualTo(SPENT);
    assertThat(till.buy(third, show, alice, 2)).isInstanceOf(Booked.class);
    assertThat(till.buy(third, show, alice, 3)).isEqualTo(SPENT);
    assertThat(news().of(show))
        .containsExactly(new BookedPass(show, alice, 5, 1), new BookedPass(show, alice, 6, 1));
  }

  @Test
  void aShopsPaymentSpendsThePassesOfTheHoldsBuyer() {
    ShowId show = roomShow();
    Buyer alice = till.buyer("alice", 0);
    ShownPass pass = give(show, alice, 1);
    HeldSeats hold = held(till.hold(pass, show, alice, 1));

    assertThat(till.book(hold, till.payment("till"))).isInstanceOf(Booked.class);
    assertThat(till.hold(pass, show, alice, 2)).isEqualTo(SPENT);
  }

  @Test
  void aHoldCanBePaidWithoutAPassInTimeAndLate() {
    ShowId show = roomShow();
    Buyer alice = till.buyer("alice", 500);
    ShownPass pass = give(show, alice, 1);
    HeldSeats inTime = held(till.hold(pass, show, alice, 1));
    HeldSeats late = held(till.hold(pass, show, alice, 2));

    assertThat(till.book(inTime)).isInstanceOf(Booked.class);
    till.clock(databaseUrl()).advance(PASS.plus(Duration.ofHours(1)));
    assertThat(till.book(late)).isInstanceOf(Booked.class);
  }

  @Test
  void aPassEndsByTheDatabasesClock() {
    ShowId show = roomShow();
    Buyer alice = till.buyer("alice", 500);
    ShownPass pass = give(show, alice, 1);
    assertThat(till.hold(pass, show, alice, 1)).isInstanceOf(Held.class);

    till.clock(databaseUrl()).advance(PASS);

    assertThat(till.hold(pass, show, alice, 2)).isEqualTo(new PassInvalid(Flaw.EXPIRED));
    assertThat(till.buy(pass, show, alice, 2)).isEqualTo(new PassInvalid(Flaw.EXPIRED));
  }

  @Test
  void aStoredAnswerIsGivenBeforeThePassIsAskedFor() {
    ShowId show = roomShow();
    Buyer alice = till.buyer("alice", 500);
    ShownPass pass = give(show, alice, 1);
    Booking booking = booked(claims().claim(till.buyWithKey(pass, show, alice, "k", 1)));

    for (ShownPass shown : List.of(MISSING, NOT_ASKED, FORGED, pass)) {
      assertThat(claims().claim(till.buyWithKey(shown, show, alice, "k", 1)))
          .isEqualTo(new Replayed(new Booked(booking)));
    }
    assertThat(news().of(show)).as("a repeat is no booking").hasSize(1);
  }

  @Test
  void aRefusalDoesNotUseItsKeyUp() {
    ShowId show = roomShow();
    Buyer alice = till.buyer("alice", 500);

    assertThat(claims().claim(till.buyWithKey(MISSING, show, alice, "k", 1)))
        .isEqualTo(new PassRequired());
    ShownPass pass = give(show, alice, 1);
    assertThat(claims().claim(till.buyWithKey(pass, show, alice, "k", 1)))
        .isInstanceOf(Booked.class);
  }

  @Test
  void cancellingGivesNoPassBack() {
    ShowId show = roomShow();
    Buyer alice = till.buyer("alice", 500);
    ShownPass pass = give(show, alice, 1);
    Booking booking = booked(till.buy(pass, show, alice, 1));

    var _ = cancelled(till.cancel(booking));

    assertThat(till.hold(pass, show, alice, 1)).isEqualTo(SPENT);
  }

  @Test
  void theRoomCanBeSwitchedOnAndOffWhileTheSaleRuns() {
    ShowId show = till.show(10);
    Buyer alice = till.buyer("alice", 1_000);
    HeldSeats before = held(till.hold(NOT_ASKED, show, alice, 1));
    assertThat(till.buy(NOT_ASKED, show, alice, 2)).isInstanceOf(Booked.class);

    room(show, true);
    assertThat(till.hold(NOT_ASKED, show, alice, 3)).isEqualTo(new PassRequired());
    assertThat(till.book(before)).as("held without a pass").isInstanceOf(Booked.class);
    ShownPass pass = give(show, alice, 1);
    assertThat(till.hold(pass, show, alice, 3)).isInstanceOf(Held.class);
    assertThat(news().of(show)).as("nobody had a pass").isEmpty();

    room(show, false);
    assertThat(claims().claim(till.buyWithKey(MISSING, show, alice, "k", 4)))
        .isInstanceOf(Booked.class);
    assertThat(till.buyBest(NOT_ASKED, show, alice, 1)).isInstanceOf(Booked.class);
    assertThat(news().of(show)).as("there was no room").isEmpty();
  }

  @Test
  void aLimitPerBuyerHoldsBesideTheRoom() {
    ShowId show = till.show(10, settings -> withRoom(limited(settings, 2), true));
    Buyer alice = till.buyer("alice", 500);
    ShownPass pass = give(show, alice, 1);

    assertThat(till.hold(pass, show, alice, 1, 2)).isInstanceOf(Held.class);
    assertThat(till.hold(pass, show, alice, 3)).isEqualTo(new BuyerLimit(2, 2, 1));
    assertThat(till.hold(MISSING, show, alice, 3)).isEqualTo(new PassRequired());
  }

  @Test
  void ofManyPurchasesWithOnePassAtOnceOneIsMade() {
    ShowId show = roomShow();
    Buyer alice = till.buyer("alice", 5_000);
    ShownPass pass = give(show, alice, 1);

    List<ClaimOutcome> outcomes =
        ConcurrentRun.of(30, i -> till.patiently(() -> till.buy(pass, show, alice, i % 10)));

    assertThat(outcomes).filteredOn(Booked.class::isInstance).hasSize(1);
    assertThat(outcomes).filteredOn(SPENT::equals).hasSize(29);
    assertThat(news().of(show)).containsExactly(new BookedPass(show, alice, 1, 1));
  }

  /** Lets the buyer in with this number, as the line does, and gives the pass as it is shown. */
  private ShownPass give(ShowId show, Buyer buyer, long number) {
    Instant until = shows().now().plus(PASS);
    Admissions.to(databaseUrl()).admit(show, buyer, number, until);
    return new ShownPass.Good(number, until);
  }

  /** A show with ten seats for 100 each, and a waiting room. */
  private ShowId roomShow() {
    return till.show(10, settings -> withRoom(settings, true));
  }

  private void room(ShowId show, boolean on) {
    Shows.Patched patched =
        shows().patch(show, Optional.empty(), settings -> withRoom(settings, on));
    assertThat(patched).isInstanceOf(Shows.Patched.Updated.class);
  }

  private static ShowSettings withRoom(ShowSettings settings, boolean on) {
    return new ShowSettings(
        settings.saleOpensAt(),
        settings.saleSwitch(),
        settings.maxSeatsPerHold(),
        settings.maxSeatsPerBuyer(),
        settings.holdFor(),
        Optional.of(new WaitingRoomSettings(on, 10, 100, PASS, false)));
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
