package dev.stampede.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.ClaimOutcome.AlreadyHeld;
import dev.stampede.engine.claim.ClaimOutcome.BuyerLimit;
import dev.stampede.engine.claim.ClaimOutcome.Held;
import dev.stampede.engine.claim.ClaimOutcome.NoSuchHold;
import dev.stampede.engine.claim.ClaimOutcome.NoSuchShow;
import dev.stampede.engine.claim.ClaimOutcome.NotAvailable;
import dev.stampede.engine.claim.ClaimOutcome.OperationMismatch;
import dev.stampede.engine.claim.ClaimOutcome.Overloaded;
import dev.stampede.engine.claim.ClaimOutcome.Released;
import dev.stampede.engine.claim.ClaimOutcome.Replayed;
import dev.stampede.engine.claim.ClaimOutcome.SaleClosed;
import dev.stampede.engine.claim.ClaimOutcome.SaleNotOpen;
import dev.stampede.engine.claim.ClaimOutcome.SalePaused;
import dev.stampede.engine.claim.ClaimOutcome.SeatsTaken;
import dev.stampede.engine.claim.ClaimOutcome.TooManySeats;
import dev.stampede.engine.claim.ClaimOutcome.UnknownSeats;
import dev.stampede.engine.claim.Claims;
import dev.stampede.engine.claim.HeldSeats;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Operation;
import dev.stampede.engine.claim.Wanted;
import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.Section;
import dev.stampede.engine.show.Show;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.show.ShowSettings;
import dev.stampede.engine.show.ShowTerms.SaleSwitch;
import dev.stampede.engine.show.Shows;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The contract of every way of claiming. Each test has a show of its own; afterwards the events
 * must replay to exactly the seats, whatever the test was about.
 */
public abstract class ClaimsContract {

  private static final Duration HOLD = Duration.ofMinutes(5);
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final Set<ShowId> used = new HashSet<>();

  /** The way under test. */
  protected abstract Claims claims();

  protected abstract Shows shows();

  /** The database behind both, as {@code postgresql://…}. */
  protected abstract String databaseUrl();

  @BeforeEach
  void startInRealTime() {
    DatabaseClock.of(databaseUrl()).reset();
  }

  @AfterEach
  void historyReplaysToTheSeats() {
    SeatLedger ledger = new SeatLedger(databaseUrl());
    used.forEach(ledger::mustBalance);
  }

  @Test
  void oneOf64WinsASeatAndTheOthersHearThatItIsTaken() {
    ShowId show = show(10);

    List<ClaimOutcome> outcomes =
        ConcurrentRun.of(64, i -> patiently(() -> hold(show, "buyer-" + i, 3)));

    assertThat(outcomes).filteredOn(Held.class::isInstance).hasSize(1);
    assertThat(outcomes).filteredOn(new SeatsTaken(List.of(3))::equals).hasSize(63);
  }

  @Test
  void aHoldSaysWhatItCostsAndWhenItEnds() {
    ShowId show = show(10);

    HeldSeats hold = held(hold(show, "alice", 2, 3));

    assertThat(hold.seats()).containsExactly(2, 3);
    assertThat(hold.total()).isEqualTo(200);
    assertThat(Duration.between(shows().now(), hold.expiresAt()))
        .isBetween(HOLD.minusSeconds(30), HOLD);
  }

  @Test
  void overlappingHoldsInRandomOrderAreAllOrNoneAndNeverDeadlock() {
    ShowId show = show(30);
    Random random = new Random(7);
    List<List<Integer>> wishes =
        IntStream.range(0, 400)
            .mapToObj(i -> random.ints(0, 30).distinct().limit(1 + i % 5).sorted().boxed().toList())
            .toList();

    List<ClaimOutcome> outcomes =
        ConcurrentRun.of(
            wishes.size(),
            i -> {
              String buyer = "buyer-" + i;
              ClaimOutcome outcome = patiently(() -> hold(show, buyer, wishes.get(i)));
              return outcome instanceof Held won && i % 2 == 0
                  ? patiently(() -> claims().claim(release(show, buyer, won.hold().id())))
                  : outcome;
            });

    assertThat(outcomes)
        .allMatch(o -> o instanceof Held || o instanceof SeatsTaken || o instanceof Released);
    List<Integer> kept = new ArrayList<>();
    outcomes.stream()
        .filter(Held.class::isInstance)
        .forEach(o -> kept.addAll(((Held) o).hold().seats()));
    assertThat(kept).doesNotHaveDuplicates();
  }

  @Test
  void aRepeatWithItsKeyGetsTheSameHoldEvenAfterItWasGivenBack() {
    ShowId show = show(10);
    Operation key = key(show, "k1", "body");
    HeldSeats first = held(claims().claim(hold(show, "alice", Optional.of(key), 1, 2)));

    assertThat(claims().claim(hold(show, "alice", Optional.of(key), 1, 2)))
        .isEqualTo(new Replayed(new Held(first)));
    assertThat(claims().claim(release(show, "alice", first.id()))).isEqualTo(new Released());
    var _ = held(hold(show, "bob", 1));
    assertThat(claims().claim(hold(show, "alice", Optional.of(key), 1, 2)))
        .isEqualTo(new Replayed(new Held(first)));
  }

  @Test
  void repeatsAtTheSameMomentAreOneHold() {
    ShowId show = show(10);
    Operation key = key(show, "k1", "body");

    List<ClaimOutcome> outcomes =
        ConcurrentRun.of(
            16, i -> patiently(() -> claims().claim(hold(show, "alice", Optional.of(key), 4))));

    assertThat(outcomes.stream().map(ClaimsContract::holdOf).distinct()).hasSize(1);
    assertThat(outcomes).filteredOn(Held.class::isInstance).hasSize(1);
  }

  @Test
  void theSameKeyForAnotherRequestIsAMistake() {
    ShowId show = show(10);
    var _ = held(claims().claim(hold(show, "alice", Optional.of(key(show, "k1", "one")), 1)));

    assertThat(claims().claim(hold(show, "alice", Optional.of(key(show, "k1", "two")), 2)))
        .isEqualTo(new OperationMismatch());
  }

  @Test
  void aBuyerWhoReclaimsTheirHeldSeatsGetsTheSameHold() {
    ShowId show = show(10);
    HeldSeats first = held(hold(show, "alice", 1, 2));

    assertThat(hold(show, "alice", 1, 2)).isEqualTo(new AlreadyHeld(first));
    assertThat(hold(show, "alice", 1)).isEqualTo(new SeatsTaken(List.of(1)));
  }

  @Test
  void anExpiredHoldCanBeTakenOverAtOnce() {
    ShowId show = show(10);
    var _ = held(hold(show, "alice", 1, 2));
    DatabaseClock.of(databaseUrl()).advance(HOLD);

    HeldSeats taken = held(hold(show, "bob", 2));

    assertThat(taken.buyer()).isEqualTo(new Buyer("bob"));
    assertThat(new SeatLedger(databaseUrl()).events(show, 2))
        .containsExactly("h:alice", "r:alice", "h:bob");
  }

  @Test
  void givingBackFreesTheSeatsAndDoingItTwiceIsNoMistake() {
    ShowId show = show(10);
    HeldSeats first = held(hold(show, "alice", 1, 2));

    assertThat(claims().claim(release(show, "alice", first.id()))).isEqualTo(new Released());
    assertThat(claims().claim(release(show, "alice", first.id()))).isEqualTo(new Released());

    var _ = held(hold(show, "bob", 1, 2));
  }

  @Test
  void nobodyGivesBackWhatIsAnothers() {
    ShowId show = show(10);
    HeldSeats first = held(hold(show, "alice", 1));

    assertThat(claims().claim(release(show, "bob", first.id()))).isEqualTo(new NoSuchHold());
    assertThat(claims().claim(release(show, "bob", HoldId.fresh(1)))).isEqualTo(new NoSuchHold());
    assertThat(hold(show, "bob", 1)).isEqualTo(new SeatsTaken(List.of(1)));
  }

  @Test
  void aReleaseOfAnExpiredHoldLeavesTheNewOwnerAlone() {
    ShowId show = show(10);
    HeldSeats first = held(hold(show, "alice", 1));
    DatabaseClock.of(databaseUrl()).advance(HOLD);
    HeldSeats second = held(hold(show, "bob", 1));

    assertThat(claims().claim(release(show, "alice", first.id()))).isEqualTo(new Released());

    assertThat(hold(show, "bob", 1)).isEqualTo(new AlreadyHeld(second));
  }

  @Test
  void aBuyersLimitHoldsHoweverManyTheyAskForAtOnce() {
    ShowId show =
        create(
            40,
            settings ->
                new ShowSettings(
                    settings.saleOpensAt(),
                    settings.saleSwitch(),
                    settings.maxSeatsPerHold(),
                    OptionalInt.of(4),
                    settings.holdFor(),
                    settings.waitingRoom()));

    List<ClaimOutcome> outcomes =
        ConcurrentRun.of(32, i -> patiently(() -> hold(show, "alice", i)));

    assertThat(outcomes).filteredOn(Held.class::isInstance).hasSize(4);
    assertThat(outcomes).filteredOn(new BuyerLimit(4, 4, 1)::equals).hasSize(28);
    var _ = held(hold(show, "bob", 39));
    DatabaseClock.of(databaseUrl()).advance(HOLD);
    var _ = held(hold(show, "alice", 36, 37, 38));
  }

  @Test
  void theBestSeatsAreSoldToTheLastAndNobodyIsRefusedBefore() {
    ShowId show = show(60);

    List<ClaimOutcome> outcomes =
        ConcurrentRun.of(40, i -> patiently(() -> best(show, "buyer-" + i, 2)));

    assertThat(outcomes).filteredOn(Held.class::isInstance).hasSize(30);
    assertThat(outcomes).filteredOn(new NotAvailable()::equals).hasSize(10);
  }

  @Test
  void eachInvalidClaimIsRefusedForItsOwnReason() {
    ShowId show = show(10);

    assertThat(hold(new ShowId(987_654_321), "alice", 1)).isEqualTo(new NoSuchShow());
    assertThat(hold(show, "alice", 1, 10)).isEqualTo(new UnknownSeats(List.of(10)));
    assertThat(hold(show, "alice", 0, 1, 2, 3, 4, 5, 6, 7, 8)).isEqualTo(new TooManySeats(8, 9));
    assertThat(best(show, "alice", 9)).isEqualTo(new TooManySeats(8, 9));
  }

  @Test
  void theSalesGateDecides() {
    Instant later = shows().now().plus(Duration.ofHours(1));
    ShowId early = create(10, settings -> at(settings, later, SaleSwitch.OPEN));
    ShowId paused = create(10, settings -> at(settings, settings.saleOpensAt(), SaleSwitch.PAUSED));
    ShowId closed = create(10, settings -> at(settings, settings.saleOpensAt(), SaleSwitch.CLOSED));

    assertThat(hold(early, "alice", 1)).isInstanceOf(SaleNotOpen.class);
    assertThat(hold(paused, "alice", 1)).isEqualTo(new SalePaused());
    assertThat(hold(closed, "alice", 1)).isEqualTo(new SaleClosed());
    DatabaseClock.of(databaseUrl()).advance(Duration.ofHours(1));
    var _ = held(hold(early, "alice", 1));
  }

  /** A show with a section of so many seats in rows of ten, for 100 each. */
  protected final ShowId show(int seats) {
    return create(seats, settings -> settings);
  }

  private ShowId create(int seats, UnaryOperator<ShowSettings> change) {
    ShowSettings open =
        new ShowSettings(
            Instant.EPOCH, SaleSwitch.OPEN, 8, OptionalInt.empty(), HOLD, Optional.empty());
    Show show =
        shows()
            .create(
                new Shows.NewShow(
                    "contract",
                    Instant.parse("2030-01-01T20:00:00Z"),
                    new SeatMap(List.of(new Section.Mapped("A", 100, seats / 10, 10))),
                    change.apply(open)));
    used.add(show.id());
    return show.id();
  }

  private static ShowSettings at(ShowSettings settings, Instant opens, SaleSwitch saleSwitch) {
    return new ShowSettings(
        opens,
        saleSwitch,
        settings.maxSeatsPerHold(),
        settings.maxSeatsPerBuyer(),
        settings.holdFor(),
        settings.waitingRoom());
  }

  private ClaimOutcome hold(ShowId show, String buyer, Integer... seats) {
    return hold(show, buyer, List.of(seats));
  }

  private ClaimOutcome hold(ShowId show, String buyer, List<Integer> seats) {
    return claims().claim(hold(show, buyer, Optional.empty(), seats.toArray(Integer[]::new)));
  }

  private static Claim hold(
      ShowId show, String buyer, Optional<Operation> operation, Integer... seats) {
    return new Claim.Hold(
        show,
        new Buyer(buyer),
        operation,
        HoldId.fresh(System.currentTimeMillis()),
        new Wanted.Seats(List.of(seats)));
  }

  private ClaimOutcome best(ShowId show, String buyer, int quantity) {
    return claims()
        .claim(
            new Claim.Hold(
                show,
                new Buyer(buyer),
                Optional.empty(),
                HoldId.fresh(System.currentTimeMillis()),
                new Wanted.Best(quantity, OptionalInt.empty(), OptionalLong.empty())));
  }

  private static Claim release(ShowId show, String buyer, HoldId id) {
    return new Claim.Release(show, new Buyer(buyer), Optional.empty(), id);
  }

  private static Operation key(ShowId show, String key, String body) {
    String route = "POST /api/v1/shows/" + show + "/holds";
    return Operation.of(new Buyer("alice"), route, key, body.getBytes(UTF_8));
  }

  /** Retries like a client that is told to come back later. */
  private static ClaimOutcome patiently(Supplier<ClaimOutcome> claim) {
    return Eventually.within(PATIENCE)
        .until("the claim is decided", claim::get, outcome -> !(outcome instanceof Overloaded));
  }

  private static HeldSeats held(ClaimOutcome outcome) {
    assertThat(outcome).isInstanceOf(Held.class);
    return ((Held) outcome).hold();
  }

  private static HoldId holdOf(ClaimOutcome outcome) {
    return switch (outcome) {
      case Held held -> held.hold().id();
      case Replayed(Held held) -> held.hold().id();
      default -> throw new AssertionError("expected a hold, got " + outcome);
    };
  }
}
