package dev.stampede.engine.claim.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.BookedPass;
import dev.stampede.engine.claim.Booking;
import dev.stampede.engine.claim.BookingId;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.ClaimOutcome.AlreadyHeld;
import dev.stampede.engine.claim.ClaimOutcome.Booked;
import dev.stampede.engine.claim.ClaimOutcome.Held;
import dev.stampede.engine.claim.ClaimOutcome.InsufficientPoints;
import dev.stampede.engine.claim.ClaimOutcome.NotAvailable;
import dev.stampede.engine.claim.ClaimOutcome.Overloaded;
import dev.stampede.engine.claim.ClaimOutcome.PassInvalid;
import dev.stampede.engine.claim.ClaimOutcome.PassRequired;
import dev.stampede.engine.claim.ClaimOutcome.Replayed;
import dev.stampede.engine.claim.ClaimOutcome.SalePaused;
import dev.stampede.engine.claim.ClaimOutcome.SeatsTaken;
import dev.stampede.engine.claim.ClaimOutcome.TooManySeats;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Operation;
import dev.stampede.engine.claim.Payment;
import dev.stampede.engine.claim.ShownPass;
import dev.stampede.engine.claim.ShownPass.Flaw;
import dev.stampede.engine.claim.TransferId;
import dev.stampede.engine.claim.Wanted;
import dev.stampede.engine.claim.decision.Locked.BuyerKey;
import dev.stampede.engine.claim.decision.Locked.PassRow;
import dev.stampede.engine.claim.decision.Locked.WalletRow;
import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.Section;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.show.ShowTerms;
import dev.stampede.lane.Decision;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Examples of passes within one group, and from one group to the next. */
final class PassDeciderTest {

  private static final Instant NOON = Instant.parse("2026-06-01T12:00:00Z");
  private static final Instant LATER = NOON.plusSeconds(60);
  private static final ShowId SHOW = new ShowId(7);
  private static final Buyer ANN = new Buyer("ann");
  private static final Buyer BEN = new Buyer("ben");
  private static final SeatMap MAP = new SeatMap(List.of(new Section.Mapped("A", 100, 2, 5)));
  private static final Optional<Operation> KEYLESS = Optional.empty();

  private static final ShownPass NOT_ASKED = new ShownPass.NotAsked();
  private static final ShownPass MISSING = new ShownPass.Missing();
  private static final ShownPass FORGED = new ShownPass.Unusable(Flaw.FORGED);
  private static final ShownPass FIRST = new ShownPass.Good(4, LATER);
  private static final ShownPass SECOND = new ShownPass.Good(9, LATER);
  private static final ClaimOutcome SPENT = new PassInvalid(Flaw.SPENT);

  /** Stands in for the outcome of a claim that was carried over. */
  private static final ClaimOutcome CARRIED = new Overloaded("carried over");

  private final MemoryTables tables = new MemoryTables(NOON);
  private final Set<Object> lockedElsewhere = new HashSet<>();
  private final Map<HoldId, Proposal> proposals = new HashMap<>();
  private GroupResult.Writes writes = GroupResult.Writes.ofSeats(List.of(), List.of());
  private int ids;

  PassDeciderTest() {
    tables.add(terms(ShowTerms.SaleSwitch.OPEN, true), MAP);
    tables.wallets.put(ANN, new WalletRow(1_000, 1));
    tables.wallets.put(BEN, new WalletRow(1_000, 1));
    given(ANN, 4);
  }

  @Test
  void aValidPassAllowsHoldsAndPurchases() {
    List<ClaimOutcome> outcomes = decide(hold(FIRST, 1), buy(FIRST, 2));

    assertThat(outcomes.get(0)).isInstanceOf(Held.class);
    assertThat(outcomes.get(1)).isInstanceOf(Booked.class);
  }

  @Test
  void claimsWithoutAPassAreRefusedEvenIfNoPassWasAskedFor() {
    assertThat(decide(hold(MISSING, 1), buy(MISSING, 1), hold(NOT_ASKED, 1), buy(NOT_ASKED, 1)))
        .containsOnly(new PassRequired());
    assertThat(writes.isEmpty()).isTrue();
  }

  @Test
  void oneThatIsNoGoodIsRefusedForWhatIsWrongWithIt() {
    for (Flaw flaw : List.of(Flaw.FORGED, Flaw.ANOTHER_BUYERS, Flaw.ANOTHER_SHOWS, Flaw.EXPIRED)) {
      ShownPass pass = new ShownPass.Unusable(flaw);
      assertThat(decide(hold(pass, 1), buy(pass, 1))).containsOnly(new PassInvalid(flaw));
    }
    assertThat(writes.isEmpty()).isTrue();
  }

  @Test
  void aPassEndsAtItsVeryMoment() {
    tables.now = LATER.minusNanos(1);
    assertThat(decide(hold(FIRST, 1))).hasOnlyElementsOfType(Held.class);

    tables.now = LATER;
    assertThat(decide(hold(FIRST, 2), buy(FIRST, 3))).containsOnly(new PassInvalid(Flaw.EXPIRED));
  }

  @Test
  void aHoldSpendsNothing() {
    Claim.Hold first = hold(FIRST, 1);
    decide(first);
    decide(new Claim.Release(SHOW, ANN, KEYLESS, first.id()));

    assertThat(decide(hold(FIRST, 2))).hasOnlyElementsOfType(Held.class);
    assertThat(writes.bookings().passes()).isEmpty();
    assertThat(writes.bookings().unrecorded()).isEmpty();
    assertThat(passes(ANN).spent()).isZero();
  }

  @Test
  void aBookingInOneStepSpendsItForTheRestOfTheGroupAndForGood() {
    assertThat(decide(buy(FIRST, 1), buy(FIRST, 2), hold(FIRST, 3)))
        .satisfiesExactly(
            first -> assertThat(first).isInstanceOf(Booked.class),
            second -> assertThat(second).isEqualTo(SPENT),
            third -> assertThat(third).isEqualTo(SPENT));
    assertThat(writes.bookings().passes()).containsExactly(new BookedPass(SHOW, ANN, 4, 1));
    assertThat(decide(hold(FIRST, 3))).containsOnly(SPENT);
  }

  @Test
  void payingAHoldSpendsEveryPassGivenSoFar() {
    given(ANN, 9);
    Claim.Hold hold = hold(FIRST, 1, 2);

    List<ClaimOutcome> outcomes = decide(hold, pay(hold), hold(SECOND, 3));

    assertThat(outcomes.get(1)).isInstanceOf(Booked.class);
    assertThat(outcomes.get(2)).isEqualTo(SPENT);
    assertThat(writes.bookings().passes()).containsExactly(new BookedPass(SHOW, ANN, 9, 2));
  }

  /**
   * A rewind of the database has undone the record of {@code SECOND}. Seen red before holds
   * recorded such passes, after a checked run with the fault {@code postgres-rewind}: a booking of
   * what the pass held left it good for more.
   */
  @Test
  void aPassWithoutARecordIsSpentByTheBookingOfTheSeatsThatItHeld() {
    Claim.Hold hold = hold(SECOND, 1);
    decide(hold);

    assertThat(writes.bookings().unrecorded())
        .containsExactly(new GroupResult.PassWrite(new BuyerKey(SHOW, ANN), 9));
    assertThat(decide(pay(hold), hold(SECOND, 2)).getLast()).isEqualTo(SPENT);
    assertThat(writes.bookings().passes()).containsExactly(new BookedPass(SHOW, ANN, 9, 1));
    assertThat(decide(hold(SECOND, 2))).containsOnly(SPENT);
  }

  @Test
  void aPassWithoutARecordIsSpentInTheGroupThatFirstSeesIt() {
    Claim.Hold hold = hold(SECOND, 1);

    assertThat(decide(hold, pay(hold), hold(SECOND, 2)).getLast()).isEqualTo(SPENT);
  }

  @Test
  void aPurchaseSpendsEveryPassGivenSoFar() {
    given(ANN, 9);

    assertThat(decide(buy(FIRST, 1), hold(SECOND, 3)).getLast()).isEqualTo(SPENT);
  }

  @Test
  void aPassGivenLaterIsGoodAgain() {
    decide(buy(FIRST, 1));
    given(ANN, 9);

    assertThat(decide(hold(FIRST, 2), buy(SECOND, 2), buy(SECOND, 3)))
        .satisfiesExactly(
            first -> assertThat(first).isEqualTo(SPENT),
            second -> assertThat(second).isInstanceOf(Booked.class),
            third -> assertThat(third).isEqualTo(SPENT));
  }

  @Test
  void everyHoldCanBePaidWithoutAPassEvenLate() {
    Claim.Hold inTime = hold(FIRST, 1);
    Claim.Hold late = hold(FIRST, 2);
    decide(inTime, late);
    assertThat(decide(pay(inTime))).hasOnlyElementsOfType(Booked.class);

    tables.now = NOON.plus(Duration.ofHours(1));
    assertThat(decide(pay(late))).hasOnlyElementsOfType(Booked.class);
    assertThat(writes.bookings().passes()).containsExactly(new BookedPass(SHOW, ANN, 4, 1));
  }

  @Test
  void bookingsOfOneGroupAreToldTogether() {
    Claim.Hold one = hold(FIRST, 1);
    Claim.Hold two = hold(FIRST, 2, 3);

    decide(one, two, pay(one), pay(two));

    assertThat(writes.bookings().passes()).containsExactly(new BookedPass(SHOW, ANN, 4, 3));
  }

  @Test
  void aBuyerWithoutAPassPaysTheirHoldAndSpendsNoPass() {
    tables.shows.put(SHOW, new Locked.Terms(terms(ShowTerms.SaleSwitch.OPEN, false), MAP));
    Claim.Hold hold = new Claim.Hold(SHOW, BEN, KEYLESS, nextHold(), seats(1));
    decide(hold);
    roomOn();

    assertThat(decide(pay(hold))).hasOnlyElementsOfType(Booked.class);
    assertThat(writes.bookings().passes()).isEmpty();
  }

  @Test
  void cancellingGivesNoPassBack() {
    ClaimOutcome booked = decide(buy(FIRST, 1)).getFirst();
    Booking booking = ((Booked) booked).booking();
    decide(
        new Claim.Cancel(
            SHOW, ANN, KEYLESS, booking.id(), new TransferId(new UUID(3, ++ids)), ANN));

    assertThat(decide(hold(FIRST, 1))).containsOnly(SPENT);
  }

  @Test
  void aStoredAnswerIsGivenBeforeThePassIsAskedFor() {
    Optional<Operation> key = Optional.of(new Operation("ann/k", "body"));
    ClaimOutcome bought = decide(buy(key, FIRST, 1)).getFirst();

    for (ShownPass pass : List.of(NOT_ASKED, MISSING, FORGED, FIRST)) {
      assertThat(decide(buy(key, pass, 1)))
          .containsOnly(new Replayed((ClaimOutcome.Success) bought));
    }
  }

  @Test
  void aRepeatWithoutAPassWaitsForTheAnswerOfItsFirst() {
    Optional<Operation> key = Optional.of(new Operation("ann/k", "body"));
    lockedElsewhere.add(ANN);

    assertThat(decide(buy(key, FIRST, 1), buy(key, MISSING, 1))).containsOnly(CARRIED);
  }

  @Test
  void aRefusalIsNotStored() {
    Optional<Operation> key = Optional.of(new Operation("ann/k", "body"));

    assertThat(decide(buy(key, MISSING, 1))).containsOnly(new PassRequired());
    assertThat(decide(buy(key, FIRST, 1))).hasOnlyElementsOfType(Booked.class);
  }

  @Test
  void thePassIsAskedForAfterTheSaleAndBeforeAnySeat() {
    decide(buy(FIRST, 1));
    given(BEN, 5);
    ShownPass bens = new ShownPass.Good(5, LATER);

    assertThat(decide(claim(BEN, bens, 1))).containsOnly(new SeatsTaken(List.of(1)));
    assertThat(decide(hold(MISSING, 1))).containsOnly(new PassRequired());
    assertThat(decide(hold(MISSING, 1, 2, 3, 4, 5))).containsOnly(new TooManySeats(4, 5));
    assertThat(decide(best(FIRST))).containsOnly(SPENT);
    tables.shows.put(SHOW, new Locked.Terms(terms(ShowTerms.SaleSwitch.PAUSED, true), MAP));
    assertThat(decide(hold(MISSING, 1))).containsOnly(new SalePaused());
  }

  @Test
  void onesOwnHoldIsToldToWhoMayHoldSeats() {
    decide(hold(FIRST, 1));

    assertThat(decide(hold(FIRST, 1))).hasOnlyElementsOfType(AlreadyHeld.class);
    assertThat(decide(hold(MISSING, 1))).containsOnly(new PassRequired());
  }

  @Test
  void aPurchaseThatCouldNotBePaidSpendsNothing() {
    tables.wallets.put(ANN, new WalletRow(99, 1));

    assertThat(decide(buy(FIRST, 1))).containsOnly(new InsufficientPoints(99, 100));
    assertThat(decide(hold(FIRST, 1))).hasOnlyElementsOfType(Held.class);
  }

  @Test
  void nobodyAsksForAPassWhileTheRoomIsOff() {
    tables.shows.put(SHOW, new Locked.Terms(terms(ShowTerms.SaleSwitch.OPEN, false), MAP));

    List<ClaimOutcome> outcomes = decide(hold(MISSING, 1), buy(FORGED, 2), buy(FIRST, 3));

    assertThat(outcomes.get(0)).isInstanceOf(Held.class);
    assertThat(outcomes.subList(1, 3)).hasOnlyElementsOfType(Booked.class);
    assertThat(writes.bookings().passes()).isEmpty();
    roomOn();
    assertThat(decide(hold(FIRST, 4)))
        .as("what was bought meanwhile spent none")
        .hasOnlyElementsOfType(Held.class);
  }

  @Test
  void aBuyersRowThatIsNotFreeHoldsUpOnlyWhoCouldTakeSeats() {
    given(BEN, 5);
    lockedElsewhere.add(new BuyerKey(SHOW, ANN));
    Claim.Hold first = hold(FIRST, 1);

    assertThat(decide(first, hold(MISSING, 2), best(FIRST), claim(BEN, FIRST, 1)))
        .containsExactly(CARRIED, new PassRequired(), CARRIED, CARRIED);
    lockedElsewhere.clear();
    Claim.Hold held = hold(FIRST, 1);
    decide(held);
    lockedElsewhere.add(new BuyerKey(SHOW, ANN));
    assertThat(decide(pay(held))).containsOnly(CARRIED);
  }

  /** The waiting room was on when seats were picked for the other claims, and is off by now. */
  @Test
  void nothingPickedIsNothingSaid() {
    tables.shows.put(SHOW, new Locked.Terms(terms(ShowTerms.SaleSwitch.OPEN, false), MAP));
    Claim.Hold best = best(MISSING);
    Locked locked = tables.lock(List.of(best), proposals, lockedElsewhere);

    assertThat(Decider.decide(List.of(best), locked, Map.of()).decisions())
        .hasOnlyElementsOfType(Decision.CarriedOver.class);
    assertThat(decide(best)).containsOnly(new NotAvailable());
  }

  private List<ClaimOutcome> decide(Claim... group) {
    List<Claim> claims = List.of(group);
    GroupResult decided =
        Decider.decide(claims, tables.lock(claims, proposals, lockedElsewhere), proposals);
    writes = decided.writes();
    tables.write(writes);
    return decided.decisions().stream()
        .map(
            decision ->
                switch (decision) {
                  case Decision.Decided<ClaimOutcome> answered -> answered.answer();
                  case Decision.CarriedOver<ClaimOutcome> _, Decision.Behind<ClaimOutcome> _ ->
                      CARRIED;
                })
        .toList();
  }

  private static ShowTerms terms(ShowTerms.SaleSwitch saleSwitch, boolean needsPass) {
    return new ShowTerms(
        SHOW,
        NOON.minusSeconds(60),
        saleSwitch,
        4,
        OptionalInt.empty(),
        Duration.ofMinutes(5),
        NOON.plus(Duration.ofHours(8)),
        needsPass);
  }

  private void roomOn() {
    tables.shows.put(SHOW, new Locked.Terms(terms(ShowTerms.SaleSwitch.OPEN, true), MAP));
  }

  private void given(Buyer buyer, long number) {
    tables.passes.put(new BuyerKey(SHOW, buyer), new PassRow(passes(buyer).spent(), number));
  }

  private PassRow passes(Buyer buyer) {
    return tables.passes(new BuyerKey(SHOW, buyer));
  }

  private Claim.Hold hold(ShownPass pass, Integer... numbers) {
    return claim(ANN, pass, numbers);
  }

  private Claim.Hold claim(Buyer buyer, ShownPass pass, Integer... numbers) {
    return new Claim.Hold(SHOW, buyer, KEYLESS, nextHold(), seats(numbers), pass);
  }

  /** A claim for the best seats, of which there are none. */
  private Claim.Hold best(ShownPass pass) {
    HoldId id = nextHold();
    proposals.put(id, new Proposal(List.of()));
    Wanted best = new Wanted.Best(1, OptionalInt.empty(), OptionalLong.empty());
    return new Claim.Hold(SHOW, ANN, KEYLESS, id, best, pass);
  }

  private Claim.Buy buy(ShownPass pass, Integer... numbers) {
    return buy(KEYLESS, pass, numbers);
  }

  private Claim.Buy buy(Optional<Operation> operation, ShownPass pass, Integer... numbers) {
    return new Claim.Buy(SHOW, ANN, operation, nextBooking(), nextHold(), seats(numbers), pass);
  }

  private Claim.Book pay(Claim.Hold hold) {
    return new Claim.Book(
        SHOW, hold.buyer(), KEYLESS, nextBooking(), hold.id(), new Payment.Points());
  }

  private static Wanted seats(Integer... numbers) {
    return new Wanted.Seats(List.of(numbers));
  }

  private HoldId nextHold() {
    return new HoldId(new UUID(1, ++ids));
  }

  private BookingId nextBooking() {
    return new BookingId(new UUID(2, ++ids));
  }
}
