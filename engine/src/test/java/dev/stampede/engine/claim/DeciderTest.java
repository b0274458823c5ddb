package dev.stampede.engine.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.stampede.engine.claim.ClaimOutcome.AlreadyHeld;
import dev.stampede.engine.claim.ClaimOutcome.BuyerLimit;
import dev.stampede.engine.claim.ClaimOutcome.Held;
import dev.stampede.engine.claim.ClaimOutcome.NoSuchHold;
import dev.stampede.engine.claim.ClaimOutcome.NoSuchShow;
import dev.stampede.engine.claim.ClaimOutcome.NotAvailable;
import dev.stampede.engine.claim.ClaimOutcome.OperationMismatch;
import dev.stampede.engine.claim.ClaimOutcome.Released;
import dev.stampede.engine.claim.ClaimOutcome.Replayed;
import dev.stampede.engine.claim.ClaimOutcome.SaleClosed;
import dev.stampede.engine.claim.ClaimOutcome.SaleNotOpen;
import dev.stampede.engine.claim.ClaimOutcome.SalePaused;
import dev.stampede.engine.claim.ClaimOutcome.SeatsTaken;
import dev.stampede.engine.claim.ClaimOutcome.TooManySeats;
import dev.stampede.engine.claim.ClaimOutcome.UnknownSeats;
import dev.stampede.engine.claim.Locked.BuyerKey;
import dev.stampede.engine.claim.Locked.HoldRow;
import dev.stampede.engine.claim.Locked.SeatKey;
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

/** What becomes of claims, by example. */
final class DeciderTest {

  private static final Instant NOON = Instant.parse("2026-06-01T12:00:00Z");
  private static final Duration HOLD_FOR = Duration.ofMinutes(5);
  private static final Instant STARTS = NOON.plusSeconds(86_400);
  private static final ShowId SHOW = new ShowId(7);
  private static final Buyer ANN = new Buyer("ann");
  private static final Buyer BEN = new Buyer("ben");
  private static final Optional<Operation> KEYLESS = Optional.empty();
  private static final SeatMap MAP =
      new SeatMap(List.of(new Section.Mapped("A", 100, 2, 5), new Section.Open("B", 30, 4)));

  private final MemoryTables tables = new MemoryTables(NOON);
  private final Set<Object> lockedElsewhere = new HashSet<>();
  private final Map<HoldId, Proposal> proposals = new HashMap<>();
  private Decided last = new Decided(List.of(), Decided.Writes.ofSeats(List.of(), List.of()));
  private int ids;

  DeciderTest() {
    sale(ShowTerms.Gate.OPEN, NOON.minusSeconds(60), OptionalInt.empty());
  }

  // Holding.

  @Test
  void freeSeatsBecomeTheBuyersUntilTheHoldExpires() {
    Claim.Hold claim = hold(ANN, 3, 4, 12);

    HeldSeats held =
        new HeldSeats(claim.id(), SHOW, ANN, List.of(3, 4, 12), 230, NOON.plus(HOLD_FOR));
    assertThat(decide(claim)).containsExactly(new Held(held));
    for (int seat : List.of(3, 4, 12)) {
      assertThat(row(seat)).isEqualTo(heldRow(seat, 1, ANN, claim.id(), NOON.plus(HOLD_FOR)));
    }
    assertThat(last.writes().events())
        .extracting(SeatEvent::seat, SeatEvent::version, SeatEvent::type)
        .containsExactly(
            tuple(3, 1, SeatEvent.Type.HELD),
            tuple(4, 1, SeatEvent.Type.HELD),
            tuple(12, 1, SeatEvent.Type.HELD));
  }

  @Test
  void ofTwoInOneGroupTheFirstWins() {
    Claim.Hold first = hold(ANN, 3);

    assertThat(decide(first, hold(BEN, 3))).containsExactly(held(first), new SeatsTaken(seats(3)));
    assertThat(owner(3)).isEqualTo(ANN);
  }

  @Test
  void aPartialOverlapIsRefusedWholeAndNamesWhatIsTaken() {
    decide(hold(ANN, 3, 4));

    assertThat(decide(hold(BEN, 2, 3, 4, 5))).containsExactly(new SeatsTaken(seats(3, 4)));
    assertThat(last.writes().isEmpty()).isTrue();
    assertThat(row(2).state()).isEqualTo(SeatState.FREE);
  }

  @Test
  void onesOwnHoldAgainIsThatHold() {
    Claim.Hold first = hold(ANN, 3, 4);
    Claim.Hold atOnce = hold(ANN, 3, 4);
    List<ClaimOutcome> outcomes = decide(first, atOnce);
    Claim.Hold later = hold(ANN, 3, 4);

    assertThat(outcomes).containsExactly(held(first), new AlreadyHeld(of(first)));
    assertThat(decide(later)).containsExactly(new AlreadyHeld(of(first)));
    assertThat(last.writes().isEmpty()).isTrue();
  }

  @Test
  void aPartOfOnesOwnHoldOrMoreThanItIsTaken() {
    decide(hold(ANN, 3, 4));

    assertThat(decide(hold(ANN, 3), hold(ANN, 3, 4, 5), hold(ANN, 2, 3)))
        .containsExactly(
            new SeatsTaken(seats(3)), new SeatsTaken(seats(3, 4)), new SeatsTaken(seats(3)));
  }

  @Test
  void anExpiredHoldIsTakenOverByTwoEventsOfEachSeat() {
    Claim.Hold lapsed = hold(ANN, 3, 4);
    decide(lapsed);
    tables.now = NOON.plus(HOLD_FOR);
    Claim.Hold next = hold(BEN, 4);

    assertThat(decide(next)).containsExactly(held(next));
    assertThat(last.writes().events())
        .containsExactly(
            event(4, 2, SeatEvent.Type.RELEASED, SeatEvent.Reason.EXPIRED, lapsed),
            event(4, 3, SeatEvent.Type.HELD, SeatEvent.Reason.CLAIMED, next));
    assertThat(row(4).version()).isEqualTo(3);
    assertThat(row(3).version()).isEqualTo(1);
  }

  @Test
  void aHoldIsItsBuyersToTheLastMoment() {
    decide(hold(ANN, 3));
    tables.now = NOON.plus(HOLD_FOR).minusNanos(1);

    assertThat(decide(hold(BEN, 3))).containsExactly(new SeatsTaken(seats(3)));
  }

  @Test
  void onesOwnExpiredHoldIsTakenAnew() {
    decide(hold(ANN, 3));
    tables.now = NOON.plus(HOLD_FOR);
    Claim.Hold again = hold(ANN, 3);

    assertThat(decide(again)).containsExactly(held(again));
  }

  @Test
  void whatIsSoldIsTakenEvenFromItsOwnBuyer() {
    sell(ANN, 3);

    assertThat(decide(hold(BEN, 3), hold(ANN, 3)))
        .containsExactly(new SeatsTaken(seats(3)), new SeatsTaken(seats(3)));
  }

  // Refusals that need no seat.

  @Test
  void theSaleMustBeOpen() {
    sale(ShowTerms.Gate.PAUSED, NOON, OptionalInt.empty());
    assertThat(decide(hold(ANN, 3))).containsExactly(new SalePaused());

    sale(ShowTerms.Gate.CLOSED, NOON, OptionalInt.empty());
    assertThat(decide(hold(ANN, 3))).containsExactly(new SaleClosed());

    sale(ShowTerms.Gate.OPEN, NOON.plusNanos(1), OptionalInt.empty());
    assertThat(decide(hold(ANN, 3))).containsExactly(new SaleNotOpen(NOON.plusNanos(1)));

    sale(ShowTerms.Gate.OPEN, NOON, OptionalInt.empty());
    assertThat(decide(hold(ANN, 3)).getFirst()).isInstanceOf(Held.class);
  }

  @Test
  void aHoldHasALimitOfSeats() {
    assertThat(decide(hold(ANN, 0, 1, 2, 3, 4), best(ANN, 5)))
        .containsExactly(new TooManySeats(4, 5), new TooManySeats(4, 5));
  }

  @Test
  void seatsAndShowsThatDoNotExistAreNamed() {
    Claim.Hold elsewhere =
        new Claim.Hold(new ShowId(8), ANN, KEYLESS, nextId(), new Wanted.Seats(seats(3)));

    assertThat(decide(hold(ANN, -1, 3, 14), elsewhere))
        .containsExactly(new UnknownSeats(seats(-1, 14)), new NoSuchShow());
    assertThat(last.writes().isEmpty()).isTrue();
  }

  // The best seats.

  @Test
  void theBestSeatsAreThoseProposed() {
    Claim.Hold claim = best(ANN, 2, 5, 6);

    assertThat(decide(claim)).containsExactly(held(claim));
    assertThat(of(claim).seats()).containsExactly(5, 6);
  }

  @Test
  void noProposalMeansNotAvailable() {
    assertThat(decide(best(ANN, 2))).containsExactly(new NotAvailable());
  }

  @Test
  void aProposalThatIsTakenMeanwhileIsCarriedOverNotRefused() {
    Claim.Hold first = best(ANN, 2, 5, 6);
    Claim.Hold late = best(BEN, 2, 6, 7);
    Claim.Hold unharmed = hold(BEN, 7);

    assertThat(decide(first, late, unharmed)).containsExactly(held(first), CARRIED, held(unharmed));
  }

  // A limit for each buyer.

  @Test
  void theBuyersLimitCountsOverTheGroup() {
    sale(ShowTerms.Gate.OPEN, NOON, OptionalInt.of(3));
    Claim.Hold first = hold(ANN, 0, 1);
    Claim.Hold another = hold(BEN, 5, 6);
    Claim.Hold third = hold(ANN, 4);

    assertThat(decide(first, hold(ANN, 2, 3), another, third, hold(ANN, 2)))
        .containsExactly(
            held(first),
            new BuyerLimit(3, 2, 2),
            held(another),
            held(third),
            new BuyerLimit(3, 3, 1));
  }

  @Test
  void whatIsSoldCountsAndWhatHasExpiredOrWasGivenBackDoesNot() {
    sale(ShowTerms.Gate.OPEN, NOON, OptionalInt.of(2));
    sell(ANN, 0);
    Claim.Hold lapsing = hold(ANN, 1);
    decide(lapsing);
    assertThat(decide(hold(ANN, 2))).containsExactly(new BuyerLimit(2, 2, 1));

    tables.now = NOON.plus(HOLD_FOR);
    Claim.Hold next = hold(ANN, 2);
    assertThat(decide(next)).containsExactly(held(next));

    Claim.Hold instead = hold(ANN, 3);
    assertThat(decide(release(ANN, lapsing), release(ANN, next), instead))
        .containsExactly(new Released(), new Released(), held(instead));
    assertThat(decide(hold(ANN, 4))).containsExactly(new BuyerLimit(2, 2, 1));
  }

  // Giving back.

  @Test
  void aReleaseFreesTheSeatsAndALaterClaimOfTheGroupGetsThem() {
    Claim.Hold first = hold(ANN, 3, 4);
    decide(first);
    Claim.Hold next = hold(BEN, 4);

    assertThat(decide(release(ANN, first), next)).containsExactly(new Released(), held(next));
    assertThat(last.writes().events())
        .containsExactly(
            event(3, 2, SeatEvent.Type.RELEASED, SeatEvent.Reason.GIVEN_BACK, first),
            event(4, 2, SeatEvent.Type.RELEASED, SeatEvent.Reason.GIVEN_BACK, first),
            event(4, 3, SeatEvent.Type.HELD, SeatEvent.Reason.CLAIMED, next));
    assertThat(last.writes().seats())
        .extracting(write -> write.row().seat(), write -> write.row().version())
        .containsExactly(tuple(3, 2), tuple(4, 3));
    assertThat(last.writes().holds().released()).containsExactly(first.id());
  }

  @Test
  void aHoldMayBeMadeAndGivenBackInOneGroup() {
    Claim.Hold claim = hold(ANN, 3);

    assertThat(decide(claim, release(ANN, claim))).containsExactly(held(claim), new Released());
    assertThat(last.writes().holds().made())
        .containsExactly(new HoldRow(of(claim), HoldRow.State.RELEASED));
    assertThat(last.writes().holds().released()).isEmpty();
    assertThat(row(3)).isEqualTo(new SeatRow(3, SeatState.FREE, 2, Optional.empty()));
  }

  @Test
  void givingBackTwiceIsNoMistakeAndChangesNothing() {
    Claim.Hold claim = hold(ANN, 3);
    decide(claim);

    assertThat(decide(release(ANN, claim), release(ANN, claim)))
        .containsExactly(new Released(), new Released());
    assertThat(last.writes().events()).hasSize(1);
    assertThat(decide(release(ANN, claim))).containsExactly(new Released());
    assertThat(last.writes().isEmpty()).isTrue();
  }

  @Test
  void aReleaseLeavesAloneWhatIsNoLongerItsOwn() {
    Claim.Hold lapsed = hold(ANN, 3, 4);
    decide(lapsed);
    tables.now = NOON.plus(HOLD_FOR);
    Claim.Hold next = hold(BEN, 4);
    decide(next);

    assertThat(decide(release(ANN, lapsed))).containsExactly(new Released());
    assertThat(last.writes().events())
        .containsExactly(event(3, 2, SeatEvent.Type.RELEASED, SeatEvent.Reason.EXPIRED, lapsed));
    assertThat(owner(4)).isEqualTo(BEN);
  }

  @Test
  void anothersHoldDoesNotExist() {
    Claim.Hold claim = hold(ANN, 3);
    decide(claim);

    assertThat(decide(release(BEN, claim), release(ANN, hold(ANN, 4))))
        .containsExactly(new NoSuchHold(), new NoSuchHold());
    assertThat(owner(3)).isEqualTo(ANN);
  }

  @Test
  void aHoldCanBeGivenBackThoughTheSaleIsClosed() {
    Claim.Hold claim = hold(ANN, 3);
    decide(claim);
    sale(ShowTerms.Gate.CLOSED, NOON, OptionalInt.empty());

    assertThat(decide(release(ANN, claim))).containsExactly(new Released());
  }

  // The same operation again.

  @Test
  void aRepeatedOperationGetsItsFirstAnswerInTheSameGroupAndLater() {
    Claim.Hold first = keyed("k", "body", ANN, 3);
    List<ClaimOutcome> outcomes = decide(first, keyed("k", "body", ANN, 3));

    assertThat(outcomes).containsExactly(held(first), new Replayed(held(first)));
    assertThat(last.writes().operations())
        .containsExactly(new Decided.OperationWrite(first.operation().orElseThrow(), held(first)));
    assertThat(decide(keyed("k", "body", ANN, 3))).containsExactly(new Replayed(held(first)));
    assertThat(last.writes().isEmpty()).isTrue();
  }

  @Test
  void theFirstAnswerIsGivenThoughTheSeatIsAnothersByNowAndTheSaleClosed() {
    Claim.Hold first = keyed("k", "body", ANN, 3);
    decide(first);
    decide(release(ANN, first), hold(BEN, 3));
    sale(ShowTerms.Gate.CLOSED, NOON, OptionalInt.empty());

    assertThat(decide(keyed("k", "body", ANN, 3))).containsExactly(new Replayed(held(first)));
    assertThat(owner(3)).isEqualTo(BEN);
  }

  @Test
  void theSameKeyForAnotherRequestIsAMismatch() {
    decide(keyed("k", "body", ANN, 3));

    assertThat(decide(keyed("k", "other body", ANN, 4))).containsExactly(new OperationMismatch());
  }

  @Test
  void aRefusalIsNotStoredAndItsKeyIsDecidedAnew() {
    Claim.Hold first = hold(ANN, 3);
    decide(first);
    assertThat(decide(keyed("k", "body", BEN, 3))).containsExactly(new SeatsTaken(seats(3)));
    assertThat(tables.operations).isEmpty();

    Claim.Hold again = keyed("k", "body", BEN, 3);
    assertThat(decide(release(ANN, first), again)).containsExactly(new Released(), held(again));
  }

  // Rows that somebody else has locked.

  @Test
  void aClaimThatMissesARowIsCarriedOverWithoutATrace() {
    lockElsewhere(4);

    assertThat(decide(hold(ANN, 3, 4))).containsExactly(CARRIED);
    assertThat(last.writes().isEmpty()).isTrue();
  }

  @Test
  void nobodyWhoSharesASeatOvertakes() {
    lockElsewhere(4);
    Claim.Hold apart = hold(BEN, 6);

    assertThat(decide(hold(ANN, 3, 4), hold(BEN, 3, 5), hold(ANN, 5), apart))
        .containsExactly(CARRIED, CARRIED, CARRIED, held(apart));
  }

  @Test
  void nobodyOvertakesAReleaseThatIsCarriedOver() {
    Claim.Hold first = hold(ANN, 3, 4);
    decide(first);
    lockElsewhere(4);

    assertThat(decide(release(ANN, first), release(ANN, first), hold(BEN, 3)))
        .containsExactly(CARRIED, CARRIED, CARRIED);
  }

  @Test
  void aLimitedBuyerDoesNotOvertakeHimself() {
    sale(ShowTerms.Gate.OPEN, NOON, OptionalInt.of(2));
    lockElsewhere(4);
    Claim.Hold others = hold(BEN, 6);

    assertThat(decide(hold(ANN, 4), hold(ANN, 5), others))
        .containsExactly(CARRIED, CARRIED, held(others));
  }

  @Test
  void anUnlimitedBuyerMay() {
    lockElsewhere(4);
    Claim.Hold second = hold(ANN, 5);

    assertThat(decide(hold(ANN, 4), second)).containsExactly(CARRIED, held(second));
  }

  @Test
  void aLimitedBuyersLockedRowCarriesOverHisClaims() {
    sale(ShowTerms.Gate.OPEN, NOON, OptionalInt.of(2));
    lockedElsewhere.add(new BuyerKey(SHOW, ANN));
    Claim.Hold others = hold(BEN, 6);

    assertThat(decide(hold(ANN, 4), others, hold(BEN, 4)))
        .containsExactly(CARRIED, held(others), CARRIED);
  }

  @Test
  void aRepeatWaitsForTheFirstOfItsOperation() {
    lockElsewhere(4);

    assertThat(decide(keyed("k", "body", ANN, 4), keyed("k", "other body", ANN, 6)))
        .containsExactly(CARRIED, CARRIED);
  }

  @Test
  void aRepeatWaitsForTheFirstThoughItCouldBeRefusedAlone() {
    lockElsewhere(4);
    Claim.Hold first = bestKeyed("k", ANN, 1, 4);
    Claim.Hold repeat = bestKeyed("k", ANN, 1);

    assertThat(decide(first, repeat)).containsExactly(CARRIED, CARRIED);

    lockedElsewhere.clear();
    assertThat(decide(first, repeat)).containsExactly(held(first), new Replayed(held(first)));
  }

  @Test
  void aCarriedClaimOfTheBestSeatsBlocksNoSeat() {
    lockElsewhere(4);
    Claim.Hold other = hold(BEN, 3);

    assertThat(decide(best(ANN, 2, 3, 4), other)).containsExactly(CARRIED, held(other));
  }

  @Test
  void aRefusalThatNeedsNoRowIsSaidAtOnce() {
    lockElsewhere(4);

    assertThat(decide(hold(ANN, 4, 99), release(BEN, hold(ANN, 4))))
        .containsExactly(new UnknownSeats(seats(99)), new NoSuchHold());
  }

  // The words of these examples.

  /** Stands in for the outcome of a claim that was carried over. */
  private static final ClaimOutcome CARRIED = new ClaimOutcome.Overloaded("carried over");

  private List<ClaimOutcome> decide(Claim... group) {
    List<Claim> claims = List.of(group);
    last = Decider.decide(claims, tables.lock(claims, proposals, lockedElsewhere), proposals);
    tables.write(last.writes());
    return last.decisions().stream()
        .map(
            decision ->
                switch (decision) {
                  case Decision.Decided<ClaimOutcome> decided -> decided.answer();
                  case Decision.CarriedOver<ClaimOutcome> _, Decision.Behind<ClaimOutcome> _ ->
                      CARRIED;
                })
        .toList();
  }

  private void sale(ShowTerms.Gate gate, Instant opensAt, OptionalInt perBuyer) {
    ShowTerms terms = new ShowTerms(SHOW, opensAt, gate, 4, perBuyer, HOLD_FOR, STARTS, false);
    if (tables.shows.isEmpty()) {
      tables.add(terms, MAP);
    } else {
      tables.shows.put(SHOW, new Locked.Terms(terms, MAP));
    }
  }

  private Claim.Hold hold(Buyer buyer, Integer... numbers) {
    return new Claim.Hold(SHOW, buyer, KEYLESS, nextId(), new Wanted.Seats(seats(numbers)));
  }

  private Claim.Hold keyed(String key, String body, Buyer buyer, Integer... numbers) {
    return new Claim.Hold(
        SHOW,
        buyer,
        Optional.of(new Operation(buyer + "/" + key, body)),
        nextId(),
        new Wanted.Seats(seats(numbers)));
  }

  private Claim.Hold best(Buyer buyer, int quantity, Integer... proposed) {
    HoldId id = nextId();
    proposals.put(id, new Proposal(seats(proposed)));
    return new Claim.Hold(SHOW, buyer, KEYLESS, id, wish(quantity));
  }

  private Claim.Hold bestKeyed(String key, Buyer buyer, int quantity, Integer... proposed) {
    Claim.Hold claim = best(buyer, quantity, proposed);
    Operation operation = new Operation(buyer + "/" + key, "body");
    return new Claim.Hold(SHOW, buyer, Optional.of(operation), claim.id(), claim.wanted());
  }

  private static Wanted.Best wish(int quantity) {
    return new Wanted.Best(quantity, OptionalInt.empty(), OptionalLong.empty());
  }

  private static Claim.Release release(Buyer buyer, Claim.Hold hold) {
    return new Claim.Release(SHOW, buyer, KEYLESS, hold.id());
  }

  private void sell(Buyer buyer, int seat) {
    SeatRow.Owner owner = new SeatRow.Owner(buyer, nextId(), NOON.minusSeconds(1));
    tables.seats.put(
        new SeatKey(SHOW, seat), new SeatRow(seat, SeatState.SOLD, 2, Optional.of(owner)));
    HeldSeats hold = new HeldSeats(owner.hold(), SHOW, buyer, seats(seat), 100, owner.until());
    tables.holds.put(owner.hold(), new HoldRow(hold, HoldRow.State.LIVE));
  }

  private void lockElsewhere(int seat) {
    lockedElsewhere.add(new SeatKey(SHOW, seat));
  }

  private ClaimOutcome.Success held(Claim.Hold claim) {
    return new Held(of(claim));
  }

  /** The hold that was made for this claim, as stored. */
  private HeldSeats of(Claim.Hold claim) {
    return tables.hold(claim.id()).orElseThrow().hold();
  }

  private SeatRow row(int seat) {
    return tables.seat(new SeatKey(SHOW, seat));
  }

  private Buyer owner(int seat) {
    return row(seat).owner().orElseThrow().buyer();
  }

  private static SeatRow heldRow(int seat, int version, Buyer buyer, HoldId hold, Instant until) {
    return new SeatRow(
        seat, SeatState.HELD, version, Optional.of(new SeatRow.Owner(buyer, hold, until)));
  }

  private SeatEvent event(
      int seat, int version, SeatEvent.Type type, SeatEvent.Reason reason, Claim.Hold hold) {
    return new SeatEvent(
        SHOW, seat, version, type, reason, hold.buyer(), hold.id(), Optional.empty(), tables.now);
  }

  private HoldId nextId() {
    return new HoldId(new UUID(0, ++ids));
  }

  private static List<Integer> seats(Integer... numbers) {
    return List.of(numbers);
  }
}
