package dev.stampede.engine.claim.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.tuple;

import dev.stampede.engine.claim.Booking;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.ClaimOutcome.AlreadyBooked;
import dev.stampede.engine.claim.ClaimOutcome.Booked;
import dev.stampede.engine.claim.ClaimOutcome.Cancelled;
import dev.stampede.engine.claim.ClaimOutcome.Held;
import dev.stampede.engine.claim.ClaimOutcome.InsufficientPoints;
import dev.stampede.engine.claim.ClaimOutcome.ReferenceUsed;
import dev.stampede.engine.claim.ClaimOutcome.Replayed;
import dev.stampede.engine.claim.ClaimOutcome.ToppedUp;
import dev.stampede.engine.claim.ClaimOutcome.WalletFull;
import dev.stampede.engine.claim.SeatEvent;
import dev.stampede.engine.claim.Transfer;
import dev.stampede.engine.claim.WalletLimits;
import dev.stampede.engine.claim.decision.Locked.HoldRow;
import dev.stampede.engine.claim.decision.Locked.SeatKey;
import dev.stampede.engine.claim.decision.Locked.WalletRow;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Examples of payments within one group. */
final class PaymentDeciderTest extends PaymentExamples {

  @Test
  void paymentsOfOneWalletAreDecidedInOrderAndWrittenAsOneChange() {
    tables.wallets.put(ANN, new WalletRow(250, 4));

    List<ClaimOutcome> outcomes = decide(buy(ANN, 1), buy(ANN, 2, 3), buy(ANN, 4), buy(ANN, 5));

    assertThat(outcomes.get(0)).isInstanceOf(Booked.class);
    assertThat(outcomes.get(1)).isEqualTo(new InsufficientPoints(150, 200));
    assertThat(outcomes.get(2)).isInstanceOf(Booked.class);
    assertThat(outcomes.get(3)).isEqualTo(new InsufficientPoints(50, 100));
    assertThat(writes().points().wallets())
        .containsExactly(new GroupResult.WalletWrite(ANN, new WalletRow(50, 6)));
    assertThat(writes().points().transfers())
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
    assertThat(writes().events())
        .extracting(SeatEvent::version, SeatEvent::type, SeatEvent::reason)
        .containsExactly(
            tuple(1, SeatEvent.Type.HELD, SeatEvent.Reason.CLAIMED),
            tuple(2, SeatEvent.Type.SOLD, SeatEvent.Reason.PAID),
            tuple(3, SeatEvent.Type.RELEASED, SeatEvent.Reason.CANCELLED),
            tuple(4, SeatEvent.Type.HELD, SeatEvent.Reason.CLAIMED));
    assertThat(writes().seats()).hasSize(1);
    assertThat(writes().holds().made()).extracting(HoldRow::state).startsWith(HoldRow.State.PAID);
    assertThat(writes().holds().paid()).isEmpty();
    assertThat(writes().bookings().made()).hasSize(1);
    assertThat(writes().bookings().made().getFirst().cancelled()).isPresent();
    assertThat(writes().bookings().cancelled()).isEmpty();
    assertThat(writes().points().wallets())
        .containsExactly(new GroupResult.WalletWrite(ANN, new WalletRow(100, 3)));
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
    assertThat(writes().holds().paid()).containsExactly(hold.id());
  }

  @Test
  void aPaymentOutsidePaysOneOfTheGroup() {
    Claim.Hold first = hold(ANN, 1);
    Claim.Hold second = hold(BEN, 2);
    decide(first, second);

    List<ClaimOutcome> outcomes = decide(book(ANN, first.id(), CARD), book(BEN, second.id(), CARD));

    assertThat(outcomes.getFirst()).isInstanceOf(Booked.class);
    assertThat(outcomes.getLast()).isEqualTo(new ReferenceUsed(CARD));
    assertThat(writes().points().transfers()).isEmpty();
  }

  @Test
  void aRepeatInTheSameGroupIsTheFirstAnswer() {
    tables.wallets.put(ANN, new WalletRow(500, 1));
    Claim.Buy first = buyKeyed(ANN, 1);
    Claim.Buy again = buyKeyed(ANN, 1);

    List<ClaimOutcome> outcomes = decide(first, again);

    assertThat(outcomes.getLast())
        .isEqualTo(new Replayed((ClaimOutcome.Success) outcomes.getFirst()));
    assertThat(writes().operations()).hasSize(1);
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
    assertThat(writes().points().transfers()).isEmpty();
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
}
