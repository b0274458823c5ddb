package dev.stampede.postgres.claim;

import static dev.stampede.postgres.ClaimsFixture.buy;
import static dev.stampede.postgres.ClaimsFixture.topUp;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.BookingRequest;
import dev.stampede.engine.claim.BookingRequestId;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimNews;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.ShownPass;
import dev.stampede.engine.claim.layer.ClaimsInOrder.Progress;
import dev.stampede.engine.claim.layer.LaneClaims;
import dev.stampede.engine.requests.RequestOutcomes.Settled;
import dev.stampede.engine.show.ShowId;
import dev.stampede.lane.Decision;
import dev.stampede.postgres.ClaimsFixture;
import dev.stampede.postgres.deployment.OldRows;
import dev.stampede.testkit.DatabaseClock;
import dev.stampede.testkit.SeatLedger;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests that came through the broker are decided once each, refusals included, and in order. */
final class RequestCommitterTest {

  /** Stored as a booking: not a refusal, and not read by {@code OutcomeForm.refusal}. */
  private static final Set<Class<?>> WITH_A_BOOKING =
      Set.of(
          ClaimOutcome.Booked.class, ClaimOutcome.AlreadyBooked.class, ClaimOutcome.Replayed.class);

  /** No booking request ends in one of these: {@code OutcomeForm.of} throws. */
  private static final Set<Class<?>> NEVER_STORED =
      Set.of(
          ClaimOutcome.Held.class,
          ClaimOutcome.AlreadyHeld.class,
          ClaimOutcome.Released.class,
          ClaimOutcome.Cancelled.class,
          ClaimOutcome.ToppedUp.class,
          ClaimOutcome.NoSuchBooking.class,
          ClaimOutcome.TooLateToCancel.class,
          ClaimOutcome.TopUpTooLarge.class,
          ClaimOutcome.WalletFull.class,
          ClaimOutcome.ReferenceUsed.class,
          ClaimOutcome.AlreadyDecided.class,
          ClaimOutcome.InFlight.class,
          ClaimOutcome.ReadOnly.class,
          ClaimOutcome.OutcomeUnknown.class);

  private static ClaimsFixture fixture;

  private GroupCommitter committer;
  private PostgresRequestOutcomes outcomes;
  private ShowId show;

  @BeforeAll
  static void openAll() {
    fixture = new ClaimsFixture();
  }

  @AfterAll
  static void closeAll() {
    fixture.close();
  }

  @BeforeEach
  void open() throws Exception {
    DatabaseClock.of(fixture.data.url()).reset();
    committer = fixture.committer();
    outcomes = new PostgresRequestOutcomes(fixture.database);
    show = fixture.show(4, 10);
    var _ = committer.commit(List.of(topUp("ann", 10_000), topUp("bob", 10_000)));
  }

  @AfterEach
  void close() {
    committer.close();
    new SeatLedger(fixture.data.url()).mustBalance(show);
  }

  private BookingRequest request(Claim.Paying claim) {
    Instant now = fixture.shows.now();
    return new BookingRequest(BookingRequestId.fresh(now.toEpochMilli()), now, claim);
  }

  private static Claim.Requested in(int partition, BookingRequest request) {
    return new Claim.Requested(request, partition);
  }

  private Settled settled(BookingRequest request) {
    Settled found = outcomes.find(List.of(request.id())).get(request.id());
    assertThat(found).isNotNull();
    return found;
  }

  @Test
  void anOutcomeIsWrittenForEachRefusalsIncludedAndNothingIsDecidedTwice() throws Exception {
    BookingRequest good = request(buy(show, "ann", 1));
    BookingRequest taken = request(buy(show, "bob", 1));
    List<Claim> group = List.of(in(0, good), in(0, taken));
    List<Decision<ClaimOutcome>> first = committer.commit(group).decisions();

    assertThat(first.get(0)).matches(this::isBooked);
    assertThat(first.get(1))
        .isEqualTo(new Decision.Decided<>(new ClaimOutcome.SeatsTaken(List.of(1))));
    assertThat(settled(good).outcome()).isInstanceOf(ClaimOutcome.Booked.class);
    assertThat(settled(taken))
        .isEqualTo(new Settled(show, new ClaimOutcome.SeatsTaken(List.of(1))));

    List<Claim> again = new ArrayList<>(group);
    BookingRequest next = request(buy(show, "bob", 2));
    again.add(in(0, next));
    List<Decision<ClaimOutcome>> second = committer.commit(again).decisions();
    Decision<ClaimOutcome> before = new Decision.Decided<>(new ClaimOutcome.AlreadyDecided());
    assertThat(second.subList(0, 2)).containsExactly(before, before);
    assertThat(second.get(2)).matches(this::isBooked);
  }

  private boolean isBooked(Decision<ClaimOutcome> decision) {
    return decision instanceof Decision.Decided<ClaimOutcome>(ClaimOutcome.Booked _);
  }

  @Test
  void behindOneThatIsCarriedOverItsWholePartitionWaitsAndNoOther() throws Exception {
    BookingRequest stuck = request(buy(show, "ann", 5));
    BookingRequest behind = request(buy(show, "bob", 6));
    BookingRequest elsewhere = request(buy(show, "bob", 7));
    try (Connection holding = fixture.database.connection()) {
      lock(holding, 5);
      List<Decision<ClaimOutcome>> decisions =
          committer.commit(List.of(in(1, stuck), in(1, behind), in(2, elsewhere))).decisions();

      assertThat(decisions.get(0)).isInstanceOf(Decision.CarriedOver.class);
      assertThat(decisions.get(1)).isInstanceOf(Decision.Behind.class);
      assertThat(decisions.get(2)).matches(this::isBooked);
      assertThat(outcomes.find(List.of(stuck.id(), behind.id()))).isEmpty();
    }
    assertThat(committer.commit(List.of(in(1, stuck), in(1, behind))).decisions())
        .allMatch(this::isBooked);
  }

  private void lock(Connection connection, int seat) throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "SELECT FROM seat WHERE show_id = %s AND number = %d FOR UPDATE".formatted(show, seat));
    }
  }

  @Test
  void aRequestThatWaitedForADayHasLapsedAndTakesNothing() throws Exception {
    BookingRequest old = request(buy(show, "ann", 8));
    DatabaseClock.of(fixture.data.url()).advance(Duration.ofHours(25));
    var _ = committer.commit(List.of(in(0, old)));

    assertThat(settled(old).outcome()).isEqualTo(new ClaimOutcome.NotDecidedInTime());
    assertThat(fixture.shows.counts(show).sold()).isZero();
  }

  @Test
  void anEndStandsOnlyWhereNobodyWasFaster() throws Exception {
    BookingRequest decided = request(buy(show, "ann", 9));
    BookingRequest broken = request(buy(show, "ann", 10));
    var _ = committer.commit(List.of(in(0, decided)));

    assertThat(outcomes.end(decided.id(), show, new ClaimOutcome.Broken())).isFalse();
    assertThat(outcomes.end(broken.id(), show, new ClaimOutcome.Broken())).isTrue();
    assertThat(settled(decided).outcome()).isInstanceOf(ClaimOutcome.Booked.class);
    var _ = committer.commit(List.of(in(0, broken)));
    assertThat(settled(broken).outcome()).isEqualTo(new ClaimOutcome.Broken());
    assertThat(fixture.shows.counts(show).sold()).isEqualTo(1);
  }

  @Test
  void bothWaysToClaimDecideThemInOrder() {
    try (GroupCommitter other = fixture.committer();
        LaneClaims lanes = LaneClaims.withDefaults(List.of(committer, other))) {
      inOrder(lanes.claimInOrder(3, rivals(20)));
    }
    inOrder(
        new PerRequestClaims(fixture.database, fixture.shows, ClaimNews.NONE)
            .claimInOrder(3, rivals(21)));
  }

  private List<BookingRequest> rivals(int seat) {
    return List.of(
        request(buy(show, "ann", seat)),
        request(buy(show, "bob", seat)),
        request(buy(show, "nobody", seat + 5)));
  }

  private static void inOrder(Progress progress) {
    assertThat(progress.obstacle()).isEmpty();
    assertThat(progress.outcomes())
        .extracting(Object::getClass)
        .isEqualTo(
            List.of(
                ClaimOutcome.Booked.class,
                ClaimOutcome.SeatsTaken.class,
                ClaimOutcome.InsufficientPoints.class));
  }

  @Test
  void everyRefusalIsReadAgainAsItWas() {
    List<ClaimOutcome> refusals =
        List.of(
            new ClaimOutcome.SeatsTaken(List.of(1, 2)),
            new ClaimOutcome.UnknownSeats(List.of(7)),
            new ClaimOutcome.NotAvailable(),
            new ClaimOutcome.SaleNotOpen(Instant.parse("2030-01-01T00:00:00.123456Z")),
            new ClaimOutcome.SalePaused(),
            new ClaimOutcome.SaleClosed(),
            new ClaimOutcome.PassRequired(),
            new ClaimOutcome.PassInvalid(ShownPass.Flaw.SPENT),
            new ClaimOutcome.PassInvalid(ShownPass.Flaw.FORGED),
            new ClaimOutcome.BuyerLimit(4, 3, 2),
            new ClaimOutcome.TooManySeats(8, 9),
            new ClaimOutcome.TotalTooLarge(1L << 53, 1L << 54),
            new ClaimOutcome.NoSuchShow(),
            new ClaimOutcome.NoSuchHold(),
            new ClaimOutcome.HoldExpired(),
            new ClaimOutcome.InsufficientPoints(1, 2),
            new ClaimOutcome.OperationMismatch(),
            new ClaimOutcome.NotDecidedInTime(),
            new ClaimOutcome.Broken(),
            new ClaimOutcome.Overloaded("a row stayed locked"));
    for (ClaimOutcome refusal : refusals) {
      BookingRequest request = request(buy(show, "ann", 1));
      assertThat(outcomes.end(request.id(), show, refusal)).isTrue();
      assertThat(settled(request)).isEqualTo(new Settled(show, refusal));
    }

    Set<Class<?>> considered = new HashSet<>(NEVER_STORED);
    considered.addAll(WITH_A_BOOKING);
    refusals.forEach(refusal -> considered.add(refusal.getClass()));
    assertThat(kinds(ClaimOutcome.class).toList())
        .as("a new outcome belongs in the list above, or in one of the two sets")
        .containsExactlyInAnyOrderElementsOf(considered);
  }

  /** The records of a sealed interface, with those of the sealed interfaces in it. */
  private static Stream<Class<?>> kinds(Class<?> type) {
    return type.isSealed()
        ? Arrays.stream(Objects.requireNonNull(type.getPermittedSubclasses()))
            .flatMap(RequestCommitterTest::kinds)
        : Stream.of(type);
  }

  @Test
  void outcomesAreKeptForThreeDaysAndThenForgotten() {
    BookingRequest request = request(buy(show, "ann", 1));
    outcomes.end(request.id(), show, new ClaimOutcome.SalePaused());
    OldRows old = OldRows.ofOutcomes(fixture.database);

    DatabaseClock.of(fixture.data.url()).advance(Duration.ofHours(71));
    old.prune();
    assertThat(outcomes.find(List.of(request.id()))).hasSize(1);
    DatabaseClock.of(fixture.data.url()).advance(Duration.ofHours(73));
    old.prune();
    assertThat(outcomes.find(List.of(request.id()))).isEmpty();
  }
}
