package dev.stampede.engine.claim.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.stampede.engine.claim.Booking;
import dev.stampede.engine.claim.BookingId;
import dev.stampede.engine.claim.Buyer;
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
import dev.stampede.engine.claim.ClaimOutcome.PassInvalid;
import dev.stampede.engine.claim.ClaimOutcome.PassRequired;
import dev.stampede.engine.claim.ClaimOutcome.ReadOnly;
import dev.stampede.engine.claim.ClaimOutcome.Released;
import dev.stampede.engine.claim.ClaimOutcome.Replayed;
import dev.stampede.engine.claim.ClaimOutcome.SalePaused;
import dev.stampede.engine.claim.ClaimOutcome.SeatsTaken;
import dev.stampede.engine.claim.Claims;
import dev.stampede.engine.claim.HeldSeats;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Operation;
import dev.stampede.engine.claim.Payment;
import dev.stampede.engine.claim.ShownPass;
import dev.stampede.engine.claim.TransferId;
import dev.stampede.engine.claim.Wanted;
import dev.stampede.engine.show.ShowId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The layers in front of the decision, over a gate and a core in memory. */
final class LayeredClaimsTest {

  private static final ShowId SHOW = new ShowId(1);
  private static final Buyer ANN = new Buyer("ann");
  private static final Buyer BEN = new Buyer("ben");
  private static final Optional<Operation> KEYLESS = Optional.empty();
  private static final Optional<Operation> KEYED = Optional.of(new Operation("k", "body"));

  private final Board board = new Board();
  private final MemoryGate gate = new MemoryGate();
  private final Core core = new Core();
  private final Heard heard = new Heard();
  private boolean writable = true;
  private final LayeredClaims claims = new LayeredClaims(board, gate, core, () -> writable, heard);

  @Test
  void seatsKnownToBelongToAnotherAreRefusedBeforeTheGate() {
    board.owners.put(3, BEN);

    assertThat(claims.claim(seats(ANN, KEYLESS, 2, 3))).isEqualTo(new SeatsTaken(List.of(3)));
    assertThat(gate.entered).isEmpty();
    assertThat(core.claims).isEmpty();
    assertThat(heard.words).containsExactly("memory, not asked");
  }

  @Test
  void eachRefusalIsExplainedInOneLineOnceSomebodyWantsToKnow() {
    List<String> lines = new ArrayList<>();
    RefusalLog notes = new RefusalLog(() -> board, lines::add);
    LayeredClaims explained = new LayeredClaims(board, gate, core, () -> true, notes);
    board.owners.put(3, BEN);
    var _ = explained.claim(seats(ANN, KEYLESS, 3));
    assertThat(lines).as("off until it is switched on").isEmpty();

    notes.set(true);
    var _ = explained.claim(seats(new Buyer("ann\nmallory"), KEYLESS, 3));
    gate.keys.put(4, new Key(BEN, HoldId.fresh(0)));
    var _ = explained.claim(seats(ANN, KEYLESS, 4));
    core.answer = new InsufficientPoints(5, 100);
    var _ = explained.claim(seats(ANN, KEYED, 5));
    core.answer = new Held(someHold());
    var _ = explained.claim(seats(ANN, KEYLESS, 6));

    assertThat(lines)
        .containsExactly(
            "a claim of ann?mallory in show 1 (Hold) was refused by layer 0 (memory): SeatsTaken[seats=[3]]; it wants seats [3]; this process knows nothing of them",
            "a claim of ann in show 1 (Hold) was refused by layer 1 (Redis): SeatsTaken[seats=[4]]; it wants seats [4]; this process knows nothing of them",
            "a claim of ann in show 1 (Hold) was refused by layer 2 (lane and database): InsufficientPoints[balance=5, required=100]; it wants seats [5]; this process knows nothing of them");
    assertThat(lines).as("no key as it was sent").noneMatch(line -> line.contains("body"));
    notes.set(false);
    var _ = explained.claim(seats(ANN, KEYLESS, 3));
    assertThat(lines).hasSize(3);
  }

  @Test
  void aClaimOnTheBuyersOwnSeatsReachesTheCore() {
    board.owners.put(3, ANN);
    core.answer = new AlreadyHeld(someHold());

    assertThat(claims.claim(seats(ANN, KEYLESS, 3))).isEqualTo(core.answer);
  }

  @Test
  void aClaimWithAnOperationPassesLayerZeroToReachItsStoredAnswer() {
    board.owners.put(3, BEN);
    gate.done.add("k");
    gate.keys.put(3, new Key(BEN, HoldId.fresh(0)));
    core.answer = new Replayed(new Held(someHold()));

    assertThat(claims.claim(seats(ANN, KEYED, 3))).isEqualTo(core.answer);
    assertThat(gate.keys.get(3)).extracting(Key::buyer).isEqualTo(BEN);
  }

  @Test
  void aClaimWithAnUnknownOperationIsRefusedByTheGate() {
    gate.keys.put(3, new Key(BEN, HoldId.fresh(0)));

    assertThat(claims.claim(seats(ANN, KEYED, 2, 3))).isEqualTo(new SeatsTaken(List.of(3)));
    assertThat(core.claims).isEmpty();
    assertThat(gate.keys).containsOnlyKeys(3);
    assertThat(heard.words).containsExactly("gate, refused");
  }

  @Test
  void aHoldKeepsItsKeys() {
    Claim.Hold claim = seats(ANN, KEYLESS, 2, 3);
    core.answer = new Held(someHold());

    assertThat(claims.claim(claim)).isEqualTo(core.answer);
    assertThat(gate.keys).containsOnlyKeys(2, 3).containsValue(new Key(ANN, claim.id()));
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
    Key earlier = new Key(ANN, HoldId.fresh(0));
    gate.keys.put(3, earlier);
    core.answer = new AlreadyHeld(someHold());

    claims.claim(seats(ANN, KEYLESS, 3));

    assertThat(gate.keys).containsOnly(Map.entry(3, earlier));
  }

  @Test
  void withoutAGateTheCoreDecides() {
    gate.away = true;
    core.answer = new SeatsTaken(List.of(3));

    assertThat(claims.claim(seats(ANN, KEYLESS, 3))).isEqualTo(core.answer);
    assertThat(core.claims).hasSize(1);
    assertThat(heard.words).containsExactly("database, skipped");
  }

  @Test
  void aPurchasePassesTheSameLayersAsAHold() {
    board.owners.put(2, BEN);
    gate.keys.put(3, new Key(BEN, HoldId.fresh(0)));

    assertThat(claims.claim(buy(KEYLESS, 2))).isEqualTo(new SeatsTaken(List.of(2)));
    assertThat(claims.claim(buy(KEYLESS, 3))).isEqualTo(new SeatsTaken(List.of(3)));
    assertThat(core.claims).isEmpty();

    core.answer = new InsufficientPoints(0, 100);
    assertThat(claims.claim(buy(KEYED, 4))).isEqualTo(core.answer);
    assertThat(gate.keys).containsOnlyKeys(3);
    assertThat(gate.done).isEmpty();

    core.answer = new Booked(someBooking());
    assertThat(claims.claim(buy(KEYED, 4))).isEqualTo(core.answer);
    assertThat(gate.keys).containsOnlyKeys(3, 4);
    assertThat(gate.done).containsExactly("k");
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
    assertThat(gate.done).isEmpty();
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

  @Test
  void withoutAGoodPassAndAKeyAClaimIsRefusedBeforeAnybodyIsAsked() {
    Wanted seat = new Wanted.Seats(List.of(3));
    Wanted best = new Wanted.Best(2, OptionalInt.empty(), OptionalLong.empty());
    ShownPass forged = new ShownPass.Unusable(ShownPass.Flaw.FORGED);

    for (Wanted wanted : List.of(seat, best)) {
      assertThat(claims.claim(shown(KEYLESS, wanted, new ShownPass.Missing())))
          .isEqualTo(new PassRequired());
      assertThat(claims.claim(shown(KEYLESS, wanted, forged)))
          .isEqualTo(new PassInvalid(ShownPass.Flaw.FORGED));
    }
    assertThat(gate.entered).isEmpty();
    assertThat(core.claims).isEmpty();
  }

  /**
   * Seen to fail: a claim let through to the gate would keep the seat from buyers who have a pass.
   */
  @Test
  void withoutAGoodPassAClaimReachesItsStoredAnswerAndTakesNoKey() {
    gate.keys.put(3, new Key(BEN, HoldId.fresh(0)));
    core.answer = new Replayed(new Held(someHold()));
    Claim claim = shown(KEYED, new Wanted.Seats(List.of(2, 3)), new ShownPass.Missing());

    assertThat(claims.claim(claim)).isEqualTo(core.answer);
    assertThat(gate.entered).isEmpty();
    assertThat(gate.keys).containsOnlyKeys(3);
  }

  @Test
  void aGoodPassChangesNothingForTheLayers() {
    board.owners.put(3, BEN);
    ShownPass good = new ShownPass.Good(1, Instant.MAX);

    assertThat(claims.claim(shown(KEYLESS, new Wanted.Seats(List.of(3)), good)))
        .isEqualTo(new SeatsTaken(List.of(3)));
  }

  private static Claim shown(Optional<Operation> operation, Wanted wanted, ShownPass pass) {
    return new Claim.Hold(SHOW, ANN, operation, HoldId.fresh(0), wanted, pass);
  }

  /** Without this refusal each of these claims would reach the lanes that all shows share. */
  @Test
  void theBestSeatsOfAShowThatIsShortOfThemAreRefusedBeforeTheLanes() {
    Wanted.Best two = new Wanted.Best(2, OptionalInt.empty(), OptionalLong.empty());
    board.shortOf.add(two);

    assertThat(claims.claim(new Claim.Hold(SHOW, ANN, KEYLESS, HoldId.fresh(0), two)))
        .isEqualTo(new NotAvailable());
    assertThat(core.claims).isEmpty();
    assertThat(heard.words).containsExactly("memory, not asked");
  }

  @Test
  void aClaimWithAKeyReachesItsStoredAnswerThoughSeatsAreShort() {
    Wanted.Best two = new Wanted.Best(2, OptionalInt.empty(), OptionalLong.empty());
    board.shortOf.add(two);
    core.answer = new Replayed(new Held(someHold()));

    assertThat(claims.claim(new Claim.Hold(SHOW, ANN, KEYED, HoldId.fresh(0), two)))
        .isEqualTo(core.answer);
    assertThat(claims.claim(shown(KEYED, two, new ShownPass.Missing()))).isEqualTo(core.answer);
    assertThat(claims.claim(shown(KEYLESS, two, new ShownPass.Missing())))
        .isInstanceOf(PassRequired.class);
  }

  @Test
  void theBestSeatsWhileThereAreAnyAndReleasesSkipBothLayers() {
    IntStream.range(0, 10).forEach(seat -> board.owners.put(seat, BEN));
    Wanted.Best two = new Wanted.Best(2, OptionalInt.empty(), OptionalLong.empty());

    core.answer = new NotAvailable();
    assertThat(claims.claim(new Claim.Hold(SHOW, ANN, KEYLESS, HoldId.fresh(0), two)))
        .isEqualTo(core.answer);
    core.answer = new Released();
    assertThat(claims.claim(new Claim.Release(SHOW, ANN, KEYLESS, HoldId.fresh(0))))
        .isEqualTo(core.answer);

    assertThat(gate.entered).isEmpty();
    assertThat(gate.left).isEmpty();
    assertThat(heard.words).containsOnly("database, not asked");
  }

  @Test
  void aRefusalOfWhatWasSeenFreeForLongIsTriedAllTheSame() {
    gate.keys.put(3, new Key(BEN, HoldId.fresh(0)));
    board.free.put(3, Duration.ofMillis(1_001));
    core.answer = new Held(someHold());

    assertThat(claims.claim(seats(ANN, KEYLESS, 2, 3))).isEqualTo(core.answer);
    assertThat(heard.words).containsExactly("database, doubted");
    assertThat(gate.left).as("it took no key, so it has none to give back").isEmpty();
  }

  @Test
  void aRefusalOfWhatWasSeenFreeJustNowStands() {
    gate.keys.put(2, new Key(BEN, HoldId.fresh(0)));
    gate.keys.put(3, new Key(BEN, HoldId.fresh(0)));
    board.free.put(2, Duration.ofSeconds(5));
    board.free.put(3, Duration.ofSeconds(1));

    assertThat(claims.claim(seats(ANN, KEYLESS, 2, 3))).isEqualTo(new SeatsTaken(List.of(2, 3)));
    assertThat(core.claims).isEmpty();
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

  @Test
  void aProcessThatKnowsNothingBelievesTheGate() {
    gate.keys.put(3, new Key(BEN, HoldId.fresh(0)));
    LayeredClaims blind =
        new LayeredClaims(KnownSeats.NOTHING, gate, core, () -> true, ClaimObserver.NONE);

    assertThat(blind.claim(seats(ANN, KEYLESS, 3))).isEqualTo(new SeatsTaken(List.of(3)));
  }

  @Test
  void onlyAFewAreTriedAtOnce() {
    gate.keys.put(3, new Key(BEN, HoldId.fresh(0)));
    board.free.put(3, Duration.ofSeconds(2));
    core.answer = new SeatsTaken(List.of(3));
    core.pass = new CountDownLatch(1);
    List<CompletableFuture<ClaimOutcome>> tried =
        IntStream.range(0, LayeredClaims.DOUBTS_AT_ONCE)
            .mapToObj(
                _ ->
                    CompletableFuture.supplyAsync(
                        () -> claims.claim(seats(ANN, KEYLESS, 3)), Thread::startVirtualThread))
            .toList();
    awaitClaims(LayeredClaims.DOUBTS_AT_ONCE);

    assertThat(claims.claim(seats(ANN, KEYLESS, 3))).isEqualTo(new SeatsTaken(List.of(3)));
    assertThat(core.claims).hasSize(LayeredClaims.DOUBTS_AT_ONCE);

    core.pass.countDown();
    tried.forEach(each -> each.orTimeout(10, TimeUnit.SECONDS).join());
    claims.claim(seats(ANN, KEYLESS, 3));
    assertThat(core.claims).as("there is room again").hasSize(LayeredClaims.DOUBTS_AT_ONCE + 1);
  }

  @Test
  void withoutAGateThereIsRoomForOneGroupAndTheRestHearThatWeAreOverloaded() {
    gate.away = true;
    core.answer = new SeatsTaken(List.of(3));
    core.pass = new CountDownLatch(1);
    List<CompletableFuture<ClaimOutcome>> tried =
        IntStream.range(0, LayeredClaims.WITHOUT_GATE_AT_ONCE)
            .mapToObj(
                _ ->
                    CompletableFuture.supplyAsync(
                        () -> claims.claim(seats(ANN, KEYLESS, 3)), Thread::startVirtualThread))
            .toList();
    awaitClaims(LayeredClaims.WITHOUT_GATE_AT_ONCE);

    assertThat(claims.claim(seats(ANN, KEYLESS, 3))).isInstanceOf(Overloaded.class);
    assertThat(core.claims).hasSize(LayeredClaims.WITHOUT_GATE_AT_ONCE);
    assertThat(heard.words).containsExactly("gate, shed");

    core.pass.countDown();
    tried.forEach(each -> each.orTimeout(10, TimeUnit.SECONDS).join());
    assertThat(claims.claim(seats(ANN, KEYLESS, 3)))
        .as("there is room again")
        .isEqualTo(core.answer);
  }

  /** Without shares the other show's claim would be refused as overload. */
  @Test
  void withoutAGateACrowdForOneShowLeavesRoomForAnother() {
    gate.away = true;
    core.answer = new SeatsTaken(List.of(3));
    core.pass = new CountDownLatch(1);
    List<CompletableFuture<ClaimOutcome>> crowd =
        IntStream.range(0, LayeredClaims.WITHOUT_GATE_AT_ONCE)
            .mapToObj(
                _ ->
                    CompletableFuture.supplyAsync(
                        () -> claims.claim(seats(ANN, KEYLESS, 3)), Thread::startVirtualThread))
            .toList();
    awaitClaims(LayeredClaims.WITHOUT_GATE_AT_ONCE);
    core.pass.countDown();

    assertThat(
            claims.claim(
                new Claim.Hold(
                    new ShowId(2), BEN, KEYLESS, HoldId.fresh(0), new Wanted.Seats(List.of(3)))))
        .isEqualTo(core.answer);
    crowd.forEach(each -> each.orTimeout(10, TimeUnit.SECONDS).join());
  }

  private void awaitClaims(int count) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (core.claims.size() < count) {
      assertThat(System.nanoTime()).as("still waiting for %d claims", count).isLessThan(end);
      LockSupport.parkNanos(100_000);
    }
  }

  private static Claim.Hold seats(Buyer buyer, Optional<Operation> operation, Integer... numbers) {
    return new Claim.Hold(
        SHOW, buyer, operation, HoldId.fresh(0), new Wanted.Seats(List.of(numbers)));
  }

  private static HeldSeats someHold() {
    return new HeldSeats(HoldId.fresh(0), SHOW, ANN, List.of(3), 1, Instant.EPOCH);
  }

  /** The seats that this process knows from its board. */
  private static final class Board implements KnownSeats {

    final Map<Integer, Buyer> owners = new HashMap<>();
    final Map<Integer, Duration> free = new HashMap<>();
    final Set<Wanted.Best> shortOf = new HashSet<>();

    @Override
    public boolean isShortOf(ShowId show, Wanted.Best wish) {
      return shortOf.contains(wish);
    }

    @Override
    public List<Integer> takenFrom(ShowId show, List<Integer> seats, Buyer buyer) {
      return seats.stream()
          .filter(seat -> !owners.getOrDefault(seat, buyer).equals(buyer))
          .toList();
    }

    @Override
    public boolean seenFree(ShowId show, List<Integer> seats, Duration longerThan) {
      return seats.stream()
          .allMatch(seat -> free.getOrDefault(seat, Duration.ZERO).compareTo(longerThan) > 0);
    }
  }

  private record Key(Buyer buyer, HoldId hold) {}

  /**
   * A gate with the promised behaviour: all seats or none; it refuses by buyer and releases by
   * hold.
   */
  private static final class MemoryGate implements SeatGate {

    final Map<Integer, Key> keys = new HashMap<>();
    final Set<String> done = new HashSet<>();
    final List<HoldId> entered = new ArrayList<>();
    final List<HoldId> left = new ArrayList<>();
    boolean away;

    @Override
    public synchronized Verdict enter(
        ShowId show, List<Integer> seats, Buyer buyer, HoldId hold, Optional<Operation> operation) {
      entered.add(hold);
      if (away) {
        return new Verdict.Skipped();
      }
      if (operation.map(Operation::id).filter(done::contains).isPresent()) {
        return new Verdict.Passed();
      }
      Key mine = new Key(buyer, hold);
      List<Integer> others =
          seats.stream()
              .filter(seat -> !keys.getOrDefault(seat, mine).buyer().equals(buyer))
              .toList();
      if (!others.isEmpty()) {
        return new Verdict.Refused(others);
      }
      seats.forEach(seat -> keys.putIfAbsent(seat, mine));
      return new Verdict.Passed();
    }

    @Override
    public synchronized void leave(ShowId show, List<Integer> seats, HoldId hold) {
      left.add(hold);
      keys.keySet().removeIf(seat -> seats.contains(seat) && hold.equals(holdOf(seat)));
    }

    @Override
    public synchronized void done(ShowId show, Operation operation) {
      done.add(operation.id());
    }

    private HoldId holdOf(Integer seat) {
      return Optional.ofNullable(keys.get(seat)).orElseThrow().hold();
    }
  }

  /** Answers every claim with the same outcome. */
  private static final class Core implements Claims {

    final List<Claim> claims = Collections.synchronizedList(new ArrayList<>());
    volatile ClaimOutcome answer = new NotAvailable();
    volatile CountDownLatch pass = new CountDownLatch(0);
    volatile Optional<ClaimFailedException> failure = Optional.empty();

    @Override
    public ClaimOutcome claim(Claim claim) {
      claims.add(claim);
      try {
        assertThat(pass.await(10, TimeUnit.SECONDS)).isTrue();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
      failure.ifPresent(
          broken -> {
            throw broken;
          });
      return answer;
    }
  }

  private static final class Heard implements ClaimObserver {

    final List<String> words = Collections.synchronizedList(new ArrayList<>());

    @Override
    public void decided(Claim claim, ClaimPassage passage) {
      words.add(word(passage.layer()) + ", " + word(passage.gate()));
    }

    private static String word(Enum<?> value) {
      return value.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }
}
