package dev.stampede.engine.claim.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.ClaimOutcome.AlreadyHeld;
import dev.stampede.engine.claim.ClaimOutcome.BuyerLimit;
import dev.stampede.engine.claim.ClaimOutcome.Held;
import dev.stampede.engine.claim.ClaimOutcome.NoSuchHold;
import dev.stampede.engine.claim.ClaimOutcome.NoSuchShow;
import dev.stampede.engine.claim.ClaimOutcome.NotAvailable;
import dev.stampede.engine.claim.ClaimOutcome.Released;
import dev.stampede.engine.claim.ClaimOutcome.SaleClosed;
import dev.stampede.engine.claim.ClaimOutcome.SaleNotOpen;
import dev.stampede.engine.claim.ClaimOutcome.SalePaused;
import dev.stampede.engine.claim.ClaimOutcome.SeatsTaken;
import dev.stampede.engine.claim.ClaimOutcome.TooManySeats;
import dev.stampede.engine.claim.ClaimOutcome.UnknownSeats;
import dev.stampede.engine.claim.HeldSeats;
import dev.stampede.engine.claim.SeatEvent;
import dev.stampede.engine.claim.SeatRow;
import dev.stampede.engine.claim.SeatState;
import dev.stampede.engine.claim.Wanted;
import dev.stampede.engine.claim.decision.Locked.HoldRow;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.show.ShowTerms;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Examples of decisions on claims. */
final class DeciderTest extends ClaimExamples {

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
  void aSoldSeatIsTakenEvenForItsOwnBuyer() {
    sell(ANN, 3);

    assertThat(decide(hold(BEN, 3), hold(ANN, 3)))
        .containsExactly(new SeatsTaken(seats(3)), new SeatsTaken(seats(3)));
  }

  // Refusals that need no seat.

  @Test
  void theSaleMustBeOpen() {
    sale(ShowTerms.SaleSwitch.PAUSED, NOON, OptionalInt.empty());
    assertThat(decide(hold(ANN, 3))).containsExactly(new SalePaused());

    sale(ShowTerms.SaleSwitch.CLOSED, NOON, OptionalInt.empty());
    assertThat(decide(hold(ANN, 3))).containsExactly(new SaleClosed());

    sale(ShowTerms.SaleSwitch.OPEN, NOON.plusNanos(1), OptionalInt.empty());
    assertThat(decide(hold(ANN, 3))).containsExactly(new SaleNotOpen(NOON.plusNanos(1)));

    sale(ShowTerms.SaleSwitch.OPEN, NOON, OptionalInt.empty());
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
    sale(ShowTerms.SaleSwitch.OPEN, NOON, OptionalInt.of(3));
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
  void theBuyersLimitCountsSoldSeatsButNoExpiredOrReleasedHolds() {
    sale(ShowTerms.SaleSwitch.OPEN, NOON, OptionalInt.of(2));
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
    sale(ShowTerms.SaleSwitch.CLOSED, NOON, OptionalInt.empty());

    assertThat(decide(release(ANN, claim))).containsExactly(new Released());
  }
}
