package dev.stampede.engine.claim.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.ClaimOutcome.Booked;
import dev.stampede.engine.claim.ClaimOutcome.BuyerLimit;
import dev.stampede.engine.claim.ClaimOutcome.HoldExpired;
import dev.stampede.engine.claim.ClaimOutcome.Released;
import dev.stampede.engine.claim.ClaimOutcome.SeatsTaken;
import dev.stampede.engine.claim.SeatEvent;
import dev.stampede.engine.claim.decision.Locked.SeatKey;
import dev.stampede.engine.claim.decision.Locked.WalletRow;
import dev.stampede.engine.show.ShowTerms;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Examples of payments for holds that have expired, also by a clock that steps back. */
final class LatePaymentDeciderTest extends PaymentExamples {

  @Test
  void aLatePaymentTellsTheEndOfWhicheverHoldLapsedLast() {
    tables.wallets.put(ANN, new WalletRow(500, 1));
    Claim.Hold anns = hold(ANN, 1);
    decide(anns);
    tables.now = NOON.plus(HOLD_FOR);
    decide(hold(BEN, 1));
    tables.now = NOON.plus(HOLD_FOR.multipliedBy(2));

    assertThat(decide(book(ANN, anns.id(), POINTS)).getFirst()).isInstanceOf(Booked.class);
    assertThat(writes().events())
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
    assertThat(writes().points().transfers()).isEmpty();
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

    assertThat(writes().isEmpty()).isTrue();
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
    sale(ShowTerms.SaleSwitch.OPEN, NOON.minusSeconds(60), OptionalInt.of(1));
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
}
