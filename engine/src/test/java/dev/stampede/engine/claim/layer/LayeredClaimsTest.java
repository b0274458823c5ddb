package dev.stampede.engine.claim.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.stampede.engine.claim.Booking;
import dev.stampede.engine.claim.BookingId;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimFailedException;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.ClaimOutcome.AlreadyHeld;
import dev.stampede.engine.claim.ClaimOutcome.Booked;
import dev.stampede.engine.claim.ClaimOutcome.Held;
import dev.stampede.engine.claim.ClaimOutcome.InsufficientPoints;
import dev.stampede.engine.claim.ClaimOutcome.NotAvailable;
import dev.stampede.engine.claim.ClaimOutcome.OutcomeUnknown;
import dev.stampede.engine.claim.ClaimOutcome.Overloaded;
import dev.stampede.engine.claim.ClaimOutcome.PassRequired;
import dev.stampede.engine.claim.ClaimOutcome.ReadOnly;
import dev.stampede.engine.claim.ClaimOutcome.Released;
import dev.stampede.engine.claim.ClaimOutcome.Replayed;
import dev.stampede.engine.claim.ClaimOutcome.SalePaused;
import dev.stampede.engine.claim.ClaimOutcome.SeatsTaken;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Operation;
import dev.stampede.engine.claim.Payment;
import dev.stampede.engine.claim.ShownPass;
import dev.stampede.engine.claim.TransferId;
import dev.stampede.engine.claim.Wanted;
import dev.stampede.lane.LaneUnavailableException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The layers that each kind of claim passes, and the keys that it leaves at the gate. */
final class LayeredClaimsTest extends LayeredClaimsFixture {

  @Test
  void seatsKnownToBelongToAnotherAreRefusedBeforeTheGate() {
    board.owners.put(3, BEN);

    assertThat(claims.claim(seats(ANN, KEYLESS, 2, 3))).isEqualTo(new SeatsTaken(List.of(3)));
    assertThat(gate.entered).isEmpty();
    assertThat(core.claims).isEmpty();
    assertThat(heard.words).containsExactly("memory, not asked");
  }

  @Test
  void aClaimOnTheBuyersOwnSeatsReachesTheCore() {
    board.owners.put(3, ANN);
    core.answer = new AlreadyHeld(someHold());

    assertThat(claims.claim(seats(ANN, KEYLESS, 3))).isEqualTo(core.answer);
  }

  @Test
  void aRepeatReachesItsStoredAnswerThoughItsSeatIsAnothersInBothLayers() {
    board.owners.put(3, BEN);
    gate.give(3, BEN);
    earlier.stored.add("k");
    core.answer = new Replayed(new Held(someHold()));

    assertThat(claims.claim(seats(ANN, KEYED, 3))).isEqualTo(core.answer);
    board.owners.clear();
    assertThat(claims.claim(seats(ANN, KEYED, 3))).isEqualTo(core.answer);

    assertThat(gate.keys.get(3)).extracting(MemoryGate.Key::buyer).isEqualTo(BEN);
    assertThat(heard.words).containsExactly("database, not asked", "database, refused");
  }

  @Test
  void aClaimWithoutAStoredAnswerIsRefusedFromMemory() {
    board.owners.put(3, BEN);

    assertThat(claims.claim(seats(ANN, KEYED, 2, 3))).isEqualTo(new SeatsTaken(List.of(3)));

    assertThat(earlier.asked).containsExactly(Set.of("k"));
    assertThat(gate.entered).isEmpty();
    assertThat(core.claims).isEmpty();
    assertThat(heard.words).containsExactly("memory, not asked");
  }

  @Test
  void aClaimWithoutAStoredAnswerIsRefusedByTheGate() {
    gate.give(3, BEN);

    assertThat(claims.claim(seats(ANN, KEYED, 2, 3))).isEqualTo(new SeatsTaken(List.of(3)));
    assertThat(earlier.asked).containsExactly(Set.of("k"));
    assertThat(claims.claim(seats(ANN, KEYLESS, 2, 3))).isEqualTo(new SeatsTaken(List.of(3)));
    assertThat(earlier.asked).as("nothing is stored without a key").hasSize(1);
    assertThat(core.claims).isEmpty();
    assertThat(gate.keys).containsOnlyKeys(3);
    assertThat(heard.words).containsOnly("gate, refused");
  }

  /**
   * Ben's claim for Ann's seat has entered and is about to be refused by the database. Seen red
   * when the gate was believed: Ann heard that her own seat was taken.
   */
  @Test
  void aBuyersOwnSeatIsNotRefusedThoughAnothersClaimHasEnteredIt() {
    gate.give(3, BEN);
    earlier.owners.put(3, ANN);
    core.answer = new AlreadyHeld(someHold());

    assertThat(claims.claim(seats(ANN, KEYLESS, 3))).isEqualTo(core.answer);

    assertThat(gate.keys.get(3)).extracting(MemoryGate.Key::buyer).isEqualTo(BEN);
    assertThat(heard.words).containsExactly("database, refused");
  }

  /** A refusal as seat-taken would be believed, and the claim may have succeeded before. */
  @Test
  void aClaimWhoseEarlierOnesCannotBeLookedUpIsNotToldThatItsSeatIsTaken() {
    gate.give(3, BEN);
    earlier.failure = Optional.of(new LaneUnavailableException("away"));

    assertThat(claims.claim(seats(ANN, KEYED, 3))).isEqualTo(new ReadOnly("away"));
    assertThat(claims.claim(seats(ANN, KEYLESS, 3))).isEqualTo(new ReadOnly("away"));
    repeats.close();
    assertThat(claims.claim(seats(ANN, KEYED, 3))).isInstanceOf(Overloaded.class);
    assertThat(core.claims).isEmpty();
  }

  @Test
  void aHoldKeepsItsKeys() {
    Claim.Hold claim = seats(ANN, KEYLESS, 2, 3);
    core.answer = new Held(someHold());

    assertThat(claims.claim(claim)).isEqualTo(core.answer);
    assertThat(gate.keys).containsOnlyKeys(2, 3).containsValue(new MemoryGate.Key(ANN, claim.id()));
    assertThat(heard.words).containsExactly("database, passed");
  }

  @Test
  void anUnknownOutcomeKeepsItsKeysForTheSeatsMayBeSold() {
    core.answer = new OutcomeUnknown();

    claims.claim(seats(ANN, KEYLESS, 3));

    assertThat(gate.keys).containsOnlyKeys(3);
  }

  @Test
  void aClaimThatMakesNoNewHoldGivesItsKeysBack() {
    for (ClaimOutcome no :
        List.of(
            new SeatsTaken(List.of(3)),
            new SalePaused(),
            new Overloaded("full"),
            new ReadOnly("away"),
            new AlreadyHeld(someHold()),
            new Replayed(new Held(someHold())))) {
      core.answer = no;
      assertThat(claims.claim(seats(ANN, KEYLESS, 3))).isEqualTo(no);
      assertThat(gate.keys).as("after %s", no).isEmpty();
    }
  }

  @Test
  void aBrokenCoreGivesTheKeysBackToo() {
    core.failure = Optional.of(new ClaimFailedException("broken", new IllegalStateException()));

    assertThatExceptionOfType(ClaimFailedException.class)
        .isThrownBy(() -> claims.claim(seats(ANN, KEYLESS, 3)));
    assertThat(gate.keys).isEmpty();
  }

  @Test
  void theKeysOfAnEarlierHoldOfTheSameBuyerStay() {
    MemoryGate.Key earlier = new MemoryGate.Key(ANN, HoldId.fresh(0));
    gate.keys.put(3, earlier);
    core.answer = new AlreadyHeld(someHold());

    claims.claim(seats(ANN, KEYLESS, 3));

    assertThat(gate.keys).containsOnly(Map.entry(3, earlier));
  }

  @Test
  void aPurchasePassesTheSameLayersAsAHold() {
    board.owners.put(2, BEN);
    gate.give(3, BEN);

    assertThat(claims.claim(buy(KEYLESS, 2))).isEqualTo(new SeatsTaken(List.of(2)));
    assertThat(claims.claim(buy(KEYLESS, 3))).isEqualTo(new SeatsTaken(List.of(3)));
    assertThat(core.claims).isEmpty();

    core.answer = new InsufficientPoints(0, 100);
    assertThat(claims.claim(buy(KEYED, 4))).isEqualTo(core.answer);
    assertThat(gate.keys).containsOnlyKeys(3);

    core.answer = new Booked(someBooking());
    assertThat(claims.claim(buy(KEYED, 4))).isEqualTo(core.answer);
    assertThat(gate.keys).containsOnlyKeys(3, 4);
  }

  @Test
  void paymentsCancellationsAndTopUpsSkipBothLayers() {
    core.answer = new Booked(someBooking());
    Operation key = KEYED.orElseThrow();
    for (Claim own :
        List.of(
            new Claim.Book(
                SHOW, ANN, KEYED, BookingId.fresh(0), HoldId.fresh(0), new Payment.Points()),
            new Claim.Cancel(SHOW, ANN, KEYED, BookingId.fresh(0), TransferId.fresh(0), ANN),
            new Claim.TopUp(ANN, key, TransferId.fresh(0), 5, ANN))) {
      assertThat(claims.claim(own)).isEqualTo(core.answer);
    }
    assertThat(gate.entered).isEmpty();
    assertThat(gate.left).isEmpty();
  }

  /** Without this refusal each of these claims would reach the lanes that all shows share. */
  @Test
  void theBestSeatsOfAShowThatIsShortOfThemAreRefusedBeforeTheLanes() {
    board.shortOf.add(TWO);

    assertThat(claims.claim(best(KEYLESS))).isEqualTo(new NotAvailable());
    assertThat(core.claims).isEmpty();
    assertThat(heard.words).containsExactly("memory, not asked");
  }

  @Test
  void aClaimWithAKeyReachesItsStoredAnswerThoughSeatsAreShort() {
    board.shortOf.add(TWO);
    core.answer = new Replayed(new Held(someHold()));

    assertThat(claims.claim(best(KEYED))).isEqualTo(core.answer);
    assertThat(claims.claim(shown(KEYED, TWO, new ShownPass.Missing()))).isEqualTo(core.answer);
    assertThat(claims.claim(shown(KEYLESS, TWO, new ShownPass.Missing())))
        .isInstanceOf(PassRequired.class);
  }

  @Test
  void theBestSeatsWhileThereAreAnyAndReleasesSkipBothLayers() {
    IntStream.range(0, 10).forEach(seat -> board.owners.put(seat, BEN));

    core.answer = new NotAvailable();
    assertThat(claims.claim(best(KEYLESS))).isEqualTo(core.answer);
    core.answer = new Released();
    assertThat(claims.claim(new Claim.Release(SHOW, ANN, KEYLESS, HoldId.fresh(0))))
        .isEqualTo(core.answer);

    assertThat(gate.entered).isEmpty();
    assertThat(gate.left).isEmpty();
    assertThat(heard.words).containsOnly("database, not asked");
  }

  @Test
  void nothingIsTriedWhileTheDatabaseCannotBeWritten() {
    writable = false;

    assertThat(claims.claim(seats(ANN, KEYLESS, 3))).isInstanceOf(ReadOnly.class);
    assertThat(claims.claim(new Claim.Release(SHOW, ANN, KEYLESS, HoldId.fresh(0))))
        .isInstanceOf(ReadOnly.class);
    assertThat(gate.entered).isEmpty();
    assertThat(core.claims).isEmpty();
    assertThat(heard.words).containsOnly("front, not asked");
  }

  private static Claim.Buy buy(Optional<Operation> operation, Integer... numbers) {
    return new Claim.Buy(
        SHOW,
        ANN,
        operation,
        BookingId.fresh(0),
        HoldId.fresh(0),
        new Wanted.Seats(List.of(numbers)));
  }

  private static Booking someBooking() {
    return new Booking(
        BookingId.fresh(0),
        SHOW,
        ANN,
        HoldId.fresh(0),
        List.of(4),
        100,
        new Payment.Points(),
        Instant.EPOCH,
        Optional.empty(),
        OptionalLong.of(0));
  }
}
