package dev.stampede.engine.claim.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.ClaimOutcome.NoSuchHold;
import dev.stampede.engine.claim.ClaimOutcome.OperationMismatch;
import dev.stampede.engine.claim.ClaimOutcome.Released;
import dev.stampede.engine.claim.ClaimOutcome.Replayed;
import dev.stampede.engine.claim.ClaimOutcome.SeatsTaken;
import dev.stampede.engine.claim.ClaimOutcome.UnknownSeats;
import dev.stampede.engine.claim.decision.Locked.BuyerKey;
import dev.stampede.engine.show.ShowTerms;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Examples of claims that are repeated, or that have to wait for others. */
final class ClaimOrderTest extends ClaimExamples {

  // The same operation again.

  @Test
  void aRepeatedOperationGetsItsFirstAnswerInTheSameGroupAndLater() {
    Claim.Hold first = keyed("k", "body", ANN, 3);
    List<ClaimOutcome> outcomes = decide(first, keyed("k", "body", ANN, 3));

    assertThat(outcomes).containsExactly(held(first), new Replayed(held(first)));
    assertThat(last.writes().operations())
        .containsExactly(
            new GroupResult.OperationWrite(first.operation().orElseThrow(), held(first)));
    assertThat(decide(keyed("k", "body", ANN, 3))).containsExactly(new Replayed(held(first)));
    assertThat(last.writes().isEmpty()).isTrue();
  }

  @Test
  void theFirstAnswerIsGivenThoughTheSeatIsAnothersByNowAndTheSaleClosed() {
    Claim.Hold first = keyed("k", "body", ANN, 3);
    decide(first);
    decide(release(ANN, first), hold(BEN, 3));
    sale(ShowTerms.SaleSwitch.CLOSED, NOON, OptionalInt.empty());

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
    sale(ShowTerms.SaleSwitch.OPEN, NOON, OptionalInt.of(2));
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
    sale(ShowTerms.SaleSwitch.OPEN, NOON, OptionalInt.of(2));
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
}
