package dev.stampede.engine.claim.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.tuple;

import dev.stampede.engine.claim.Booking;
import dev.stampede.engine.claim.BookingId;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.ClaimOutcome.AlreadyBooked;
import dev.stampede.engine.claim.ClaimOutcome.Booked;
import dev.stampede.engine.claim.ClaimOutcome.BuyerLimit;
import dev.stampede.engine.claim.ClaimOutcome.Cancelled;
import dev.stampede.engine.claim.ClaimOutcome.Held;
import dev.stampede.engine.claim.ClaimOutcome.HoldExpired;
import dev.stampede.engine.claim.ClaimOutcome.InsufficientPoints;
import dev.stampede.engine.claim.ClaimOutcome.Overloaded;
import dev.stampede.engine.claim.ClaimOutcome.ReferenceUsed;
import dev.stampede.engine.claim.ClaimOutcome.Released;
import dev.stampede.engine.claim.ClaimOutcome.Replayed;
import dev.stampede.engine.claim.ClaimOutcome.SeatsTaken;
import dev.stampede.engine.claim.ClaimOutcome.ToppedUp;
import dev.stampede.engine.claim.ClaimOutcome.WalletFull;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Operation;
import dev.stampede.engine.claim.Payment;
import dev.stampede.engine.claim.Refund;
import dev.stampede.engine.claim.RefundId;
import dev.stampede.engine.claim.SeatEvent;
import dev.stampede.engine.claim.Transfer;
import dev.stampede.engine.claim.TransferId;
import dev.stampede.engine.claim.WalletLimits;
import dev.stampede.engine.claim.Wanted;
import dev.stampede.engine.claim.decision.Locked.HoldRow;
import dev.stampede.engine.claim.decision.Locked.SeatKey;
import dev.stampede.engine.claim.decision.Locked.WalletRow;
import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.Section;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.show.ShowTerms;
import dev.stampede.lane.Decision;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Examples of payments within one group. */
final class PaymentDeciderTest {

  private static final Instant NOON = Instant.parse("2026-06-01T12:00:00Z");
  private static final Duration HOLD_FOR = Duration.ofMinutes(5);
  private static final ShowId SHOW = new ShowId(7);
  private static final Buyer ANN = new Buyer("ann");
  private static final Buyer BEN = new Buyer("ben");
  private static final Optional<Operation> KEYLESS = Optional.empty();
  private static final Payment POINTS = new Payment.Points();
  private static final Payment.Outside CARD = new Payment.Outside("shop", "card 1");

  /** Stands in for the outcome of a claim that was carried over. */
  private static final ClaimOutcome CARRIED = new Overloaded("carried over");

  private final MemoryTables tables = new MemoryTables(NOON);
  private final Set<Object> lockedElsewhere = new HashSet<>();
  private Decided.Writes writes = Decided.Writes.ofSeats(List.of(), List.of());
  private int ids;

  PaymentDeciderTest() {
    open(OptionalInt.empty());
  }

  private void open(OptionalInt maxSeatsPerBuyer) {
    tables.add(
        new ShowTerms(
            SHOW,
            NOON.minusSeconds(60),
            ShowTerms.SaleSwitch.OPEN,
            4,
            maxSeatsPerBuyer,
            HOLD_FOR,
            NOON.plus(Duration.ofHours(8)),
            false),
        new SeatMap(List.of(new Section.Mapped("A", 100, 2, 5))));
  }

  @Test
  void paymentsOfOneWalletAreDecidedInOrderAndWrittenAsOneChange() {
    tables.wallets.put(ANN, new WalletRow(250, 4));

    List<ClaimOutcome> outcomes = decide(buy(ANN, 1), buy(ANN, 2, 3), buy(ANN, 4), buy(ANN, 5));

    assertThat(outcomes.get(0)).isInstanceOf(Booked.class);
    assertThat(outcomes.get(1)).isEqualTo(new InsufficientPoints(150, 200));
    assertThat(outcomes.get(2)).isInstanceOf(Booked.class);
    assertThat(outcomes.get(3)).isEqualTo(new InsufficientPoints(50, 100));
    assertThat(writes.points().wallets())
        .containsExactly(new Decided.WalletWrite(ANN, new WalletRow(50, 6)));
    assertThat(writes.points().transfers())
        .extracting(Transfer::number, Transfer::amount, Transfer::balance)
        .containsExactly(tuple(5L, 100L, 150L), tuple(6L, 100L, 50L));
  }

  @Test
  void aTopUpPaysForLaterPurchasesOfItsGroup() {
    List<ClaimOutcome> outcomes = decide(buy(ANN, 1), topUp(ANN, 300), buy(ANN, 1, 2));

    assertThat(outcomes.get(0)).isEqualTo(new InsufficientPoints(0, 100));
    assertThat(outcomes.get(1)).isInstanceOf(ToppedUp.class);
    assertThat(booking(outcomes.get(2)).balance()).hasValue(100);
  }

  @Test
  void heldPaidAndCancelledInOneGroupIsOneRowOfEach() {
    tables.wallets.put(ANN, new WalletRow(100, 1));
    Claim.Hold hold = hold(ANN, 3);
    Claim.Book book = book(ANN, hold.id(), POINTS);

    List<ClaimOutcome> outcomes = decide(hold, book, cancel(ANN, book.id()), hold(BEN, 3));

    assertThat(outcomes.get(1)).isInstanceOf(Booked.class);
    assertThat(outcomes.get(2)).isInstanceOf(Cancelled.class);
    assertThat(outcomes.get(3)).isInstanceOf(Held.class);
    assertThat(writes.events())
        .extracting(SeatEvent::version, SeatEvent::type, SeatEvent::reason)
        .containsExactly(
            tuple(1, SeatEvent.Type.HELD, SeatEvent.Reason.CLAIMED),
            tuple(2, SeatEvent.Type.SOLD, SeatEvent.Reason.PAID),
            tuple(3, SeatEvent.Type.RELEASED, SeatEvent.Reason.CANCELLED),
            tuple(4, SeatEvent.Type.HELD, SeatEvent.Reason.CLAIMED));
    assertThat(writes.seats()).hasSize(1);
    assertThat(writes.holds().made()).extracting(HoldRow::state).startsWith(HoldRow.State.PAID);
    assertThat(writes.holds().paid()).isEmpty();
    assertThat(writes.bookings().made()).hasSize(1);
    assertThat(writes.bookings().made().getFirst().cancelled()).isPresent();
    assertThat(writes.bookings().cancelled()).isEmpty();
    assertThat(writes.points().wallets())
        .containsExactly(new Decided.WalletWrite(ANN, new WalletRow(100, 3)));
  }

  @Test
  void theSecondPaymentOfAHoldHearsOfTheFirst() {
    tables.wallets.put(ANN, new WalletRow(500, 1));
    Claim.Hold hold = hold(ANN, 3);
    decide(hold);

    List<ClaimOutcome> outcomes =
        decide(book(ANN, hold.id(), POINTS), book(ANN, hold.id(), CARD), release(ANN, hold));

    Booking first = booking(outcomes.getFirst());
    assertThat(outcomes.get(1)).isEqualTo(new AlreadyBooked(first));
    assertThat(outcomes.get(2)).isEqualTo(new AlreadyBooked(first));
    assertThat(writes.holds().paid()).containsExactly(hold.id());
  }

  @Test
  void aPaymentOutsidePaysOneOfTheGroup() {
    Claim.Hold first = hold(ANN, 1);
    Claim.Hold second = hold(BEN, 2);
    decide(first, second);

    List<ClaimOutcome> outcomes = decide(book(ANN, first.id(), CARD), book(BEN, second.id(), CARD));

    assertThat(outcomes.getFirst()).isInstanceOf(Booked.class);
    assertThat(outcomes.getLast()).isEqualTo(new ReferenceUsed(CARD));
    assertThat(writes.points().transfers()).isEmpty();
  }

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
    assertThat(writes.bookings().refunds())
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
    assertThat(writes.isEmpty()).as("a later repeat writes nothing").isTrue();
  }

  @Test
  void aRefusalAloneIsSomethingToWrite() {
    Claim.Hold hold = hold(ANN, 1);
    decide(hold, release(ANN, hold));

    decide(book(ANN, hold.id(), CARD));

    assertThat(writes.isEmpty()).isFalse();
    assertThat(writes.events()).isEmpty();
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
    assertThat(writes.bookings().refunds())
        .extracting(Refund::payment, Refund::amount, Refund::reason, Refund::booking)
        .containsExactly(tuple(second, 100L, Refund.Reason.HOLD_ALREADY_PAID, Optional.empty()));
  }

  @Test
  void aPaymentThatHasPaidABookingIsNotDueBackForAnotherHoldThatExpired() {
    Claim.Hold paid = hold(ANN, 1);
    Claim.Hold released = hold(ANN, 2);
    decide(paid, released, book(ANN, paid.id(), CARD), release(ANN, released));

    assertThat(decide(book(ANN, released.id(), CARD))).containsExactly(new HoldExpired());
    assertThat(writes.bookings().refunds()).isEmpty();
  }

  @Test
  void nobodyOvertakesWhoWaitsWithThePaymentToBeRefused() {
    Claim.Hold first = hold(ANN, 1);
    Claim.Hold released = hold(BEN, 2);
    decide(first, released, release(BEN, released));
    lockedElsewhere.add(new SeatKey(SHOW, 1));

    assertThat(decide(book(ANN, first.id(), CARD), book(BEN, released.id(), CARD)))
        .containsExactly(CARRIED, CARRIED);
    assertThat(writes.bookings().refunds()).isEmpty();
  }

  @Test
  void aCancelledPaymentOutsideIsDueBackInTheCommitThatCancels() {
    Claim.Hold hold = hold(ANN, 1);
    Claim.Book book = book(ANN, hold.id(), CARD);
    Claim.Cancel cancel = cancel(ANN, book.id());

    decide(hold, book, cancel, cancel(ANN, book.id()));

    assertThat(writes.bookings().refunds())
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
    assertThat(writes.isEmpty()).isTrue();
  }

  @Test
  void aRepeatInTheSameGroupIsTheFirstAnswer() {
    tables.wallets.put(ANN, new WalletRow(500, 1));
    Claim.Buy first = buyKeyed(ANN, 1);
    Claim.Buy again = buyKeyed(ANN, 1);

    List<ClaimOutcome> outcomes = decide(first, again);

    assertThat(outcomes.getLast())
        .isEqualTo(new Replayed((ClaimOutcome.Success) outcomes.getFirst()));
    assertThat(writes.operations()).hasSize(1);
  }

  @Test
  void onlyClaimsBehindALockedWalletAreCarriedOver() {
    tables.wallets.put(ANN, new WalletRow(500, 1));
    tables.wallets.put(BEN, new WalletRow(500, 1));
    lockedElsewhere.add(ANN);

    List<ClaimOutcome> outcomes =
        decide(
            buy(ANN, 1),
            hold(ANN, 2), // needs no wallet
            buy(BEN, 1), // would overtake
            buy(BEN, 3),
            topUp(ANN, 5));

    assertThat(outcomes.get(0)).isEqualTo(CARRIED);
    assertThat(outcomes.get(1)).isInstanceOf(Held.class);
    assertThat(outcomes.get(2)).isEqualTo(CARRIED);
    assertThat(outcomes.get(3)).isEqualTo(CARRIED); // behind ben's own payment for seat 1
    assertThat(outcomes.get(4)).isEqualTo(CARRIED);
    assertThat(writes.points().transfers()).isEmpty();
  }

  @Test
  void nobodyOvertakesWhoWaitsWithTheSamePaymentOutside() {
    Claim.Hold first = hold(ANN, 1);
    Claim.Hold second = hold(BEN, 2);
    decide(first, second);
    lockedElsewhere.add(new SeatKey(SHOW, 1));

    assertThat(decide(book(ANN, first.id(), CARD), book(BEN, second.id(), CARD)))
        .containsExactly(CARRIED, CARRIED);
  }

  @Test
  void aCancelledPaymentOutsideNeedsNoWallet() {
    Claim.Hold hold = hold(ANN, 1);
    Claim.Book book = book(ANN, hold.id(), CARD);
    decide(hold, book);
    lockedElsewhere.add(ANN);

    assertThat(decide(cancel(ANN, book.id())).getFirst()).isInstanceOf(Cancelled.class);
  }

  @Test
  void aLatePaymentTellsTheEndOfWhicheverHoldLapsedLast() {
    tables.wallets.put(ANN, new WalletRow(500, 1));
    Claim.Hold anns = hold(ANN, 1);
    decide(anns);
    tables.now = NOON.plus(HOLD_FOR);
    decide(hold(BEN, 1));
    tables.now = NOON.plus(HOLD_FOR.multipliedBy(2));

    assertThat(decide(book(ANN, anns.id(), POINTS)).getFirst()).isInstanceOf(Booked.class);
    assertThat(writes.events())
        .extracting(SeatEvent::version, SeatEvent::type, SeatEvent::buyer)
        .containsExactly(
            tuple(4, SeatEvent.Type.RELEASED, BEN), tuple(5, SeatEvent.Type.SOLD, ANN));
    assertThat(tables.seat(new SeatKey(SHOW, 1)).isSoldTo(ANN)).isTrue();
  }

  @Test
  void aLatePaymentLosesToAClaimBeforeItInTheGroup() {
    tables.wallets.put(ANN, new WalletRow(500, 1));
    Claim.Hold anns = hold(ANN, 1, 2);
    decide(anns);
    tables.now = NOON.plus(HOLD_FOR);

    List<ClaimOutcome> outcomes =
        decide(hold(BEN, 2), book(ANN, anns.id(), POINTS), buy(ANN, 2), release(ANN, anns));

    assertThat(outcomes.get(1)).isEqualTo(new HoldExpired());
    assertThat(outcomes.get(2)).isEqualTo(new SeatsTaken(List.of(2)));
    assertThat(outcomes.get(3)).isEqualTo(new Released());
    assertThat(writes.points().transfers()).isEmpty();
  }

  /** Failed while the decider sold a live hold without checking the owner of its seats. */
  @Test
  void aHoldThatWasTakenOverStaysLostWhenTheClockStepsBack() {
    tables.wallets.put(ANN, new WalletRow(500, 1));
    tables.wallets.put(BEN, new WalletRow(500, 1));
    Claim.Hold anns = hold(ANN, 1, 2);
    decide(anns);
    tables.now = NOON.plus(HOLD_FOR);
    Claim.Hold bens = hold(BEN, 2);
    decide(bens);
    tables.now = NOON;

    assertThat(decide(book(ANN, anns.id(), POINTS), hold(ANN, 1, 2), buy(ANN, 1, 2)))
        .containsExactly(
            new HoldExpired(), new SeatsTaken(List.of(1, 2)), new SeatsTaken(List.of(1, 2)));

    assertThat(writes.isEmpty()).isTrue();
    assertThat(decide(book(BEN, bens.id(), POINTS)).getFirst()).isInstanceOf(Booked.class);
    assertThat(decide(book(ANN, anns.id(), POINTS))).containsExactly(new HoldExpired());
  }

  @Test
  void aHoldWhoseSeatsAreFreeAgainIsPaidAfterTheClockSteppedBack() {
    tables.wallets.put(ANN, new WalletRow(500, 1));
    Claim.Hold anns = hold(ANN, 1, 2);
    decide(anns);
    tables.now = NOON.plus(HOLD_FOR);
    Claim.Hold bens = hold(BEN, 2);
    decide(bens);
    tables.now = NOON;
    decide(release(BEN, bens));

    assertThat(decide(book(ANN, anns.id(), POINTS)).getFirst()).isInstanceOf(Booked.class);
    assertThat(tables.seat(new SeatKey(SHOW, 1)).isSoldTo(ANN)).isTrue();
    assertThat(tables.seat(new SeatKey(SHOW, 2)).isSoldTo(ANN)).isTrue();
  }

  /** Failed while the decider checked the limit for late payments alone. */
  @Test
  void nobodyBooksMoreThanTheLimitWhenTheClockStepsBack() {
    open(OptionalInt.of(1));
    tables.wallets.put(ANN, new WalletRow(500, 1));
    Claim.Hold first = hold(ANN, 1);
    decide(first);
    tables.now = NOON.plus(HOLD_FOR);
    Claim.Hold second = hold(ANN, 2);
    decide(second);
    tables.now = NOON;

    assertThat(decide(book(ANN, second.id(), POINTS)).getFirst()).isInstanceOf(Booked.class);
    assertThat(decide(book(ANN, first.id(), POINTS), buy(ANN, 1)))
        .containsExactly(new HoldExpired(), new BuyerLimit(1, 1, 1));
  }

  @Test
  void theLimitOfAWalletIsItsOwnAndNoSumOverflows() {
    tables.limits = new WalletLimits(500, 1_000);
    tables.wallets.put(ANN, new WalletRow(700, 1));

    assertThat(decide(topUp(ANN, 301), topUp(ANN, 300), topUp(ANN, 1)))
        .extracting(Object::getClass)
        .isEqualTo(List.of(WalletFull.class, ToppedUp.class, WalletFull.class));
    assertThatIllegalArgumentException().isThrownBy(() -> topUp(ANN, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> new WalletLimits(2, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new WalletLimits(1, WalletLimits.MAX_POINTS + 1));
  }

  /** Seen to fail without the limit: the balance passed what JSON can carry exactly. */
  @Test
  void aRefundThatNoWalletCanTakeIsRefusedAndNeighboursAreNot() {
    tables.wallets.put(ANN, new WalletRow(100, 1));
    Booking booking = booking(decide(buy(ANN, 1)).getFirst());
    for (long balance : List.of(WalletLimits.MAX_POINTS - 99, Long.MAX_VALUE - 99)) {
      tables.wallets.put(ANN, new WalletRow(balance, 2));

      List<ClaimOutcome> outcomes = decide(cancel(ANN, booking.id()), topUp(BEN, 7));

      assertThat(outcomes.getFirst())
          .isEqualTo(new WalletFull(WalletLimits.MAX_POINTS, balance, 100));
      assertThat(outcomes.getLast()).isInstanceOf(ToppedUp.class);
      assertThat(tables.seat(new SeatKey(SHOW, 1)).isSoldTo(ANN)).isTrue();
    }
    tables.wallets.put(ANN, new WalletRow(WalletLimits.MAX_POINTS - 100, 3));
    assertThat(decide(cancel(ANN, booking.id())).getFirst()).isInstanceOf(Cancelled.class);
  }

  // The words of these examples.

  private List<ClaimOutcome> decide(Claim... group) {
    List<Claim> claims = List.of(group);
    Decided decided =
        Decider.decide(claims, tables.lock(claims, Map.of(), lockedElsewhere), Map.of());
    writes = decided.writes();
    tables.write(writes);
    return decided.decisions().stream()
        .map(
            decision ->
                switch (decision) {
                  case Decision.Decided<ClaimOutcome>(ClaimOutcome answer) -> answer;
                  case Decision.CarriedOver<ClaimOutcome> _, Decision.Behind<ClaimOutcome> _ ->
                      CARRIED;
                })
        .toList();
  }

  private static Booking booking(ClaimOutcome outcome) {
    assertThat(outcome).isInstanceOf(Booked.class);
    return ((Booked) outcome).booking();
  }

  private Claim.Hold hold(Buyer buyer, Integer... seats) {
    return new Claim.Hold(
        SHOW, buyer, KEYLESS, new HoldId(next()), new Wanted.Seats(List.of(seats)));
  }

  private static Claim.Release release(Buyer buyer, Claim.Hold hold) {
    return new Claim.Release(SHOW, buyer, KEYLESS, hold.id());
  }

  private Claim.Book book(Buyer buyer, HoldId hold, Payment payment) {
    return new Claim.Book(SHOW, buyer, KEYLESS, new BookingId(next()), hold, payment);
  }

  private Claim.Buy buy(Buyer buyer, Integer... seats) {
    return buy(buyer, KEYLESS, seats);
  }

  private Claim.Buy buyKeyed(Buyer buyer, Integer... seats) {
    return buy(buyer, Optional.of(new Operation("key of " + buyer, "body")), seats);
  }

  private Claim.Buy buy(Buyer buyer, Optional<Operation> operation, Integer... seats) {
    return new Claim.Buy(
        SHOW,
        buyer,
        operation,
        new BookingId(next()),
        new HoldId(next()),
        new Wanted.Seats(List.of(seats)));
  }

  private Claim.Cancel cancel(Buyer buyer, BookingId booking) {
    return new Claim.Cancel(SHOW, buyer, KEYLESS, booking, new TransferId(next()), buyer);
  }

  private Claim.TopUp topUp(Buyer buyer, long amount) {
    UUID id = next();
    return new Claim.TopUp(
        buyer, new Operation("top-up " + id, "body"), new TransferId(id), amount, buyer);
  }

  private UUID next() {
    return new UUID(0, ++ids);
  }
}
