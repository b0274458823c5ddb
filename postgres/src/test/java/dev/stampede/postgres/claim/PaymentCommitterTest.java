package dev.stampede.postgres.claim;

import static dev.stampede.postgres.ClaimsFixture.book;
import static dev.stampede.postgres.ClaimsFixture.buy;
import static dev.stampede.postgres.ClaimsFixture.cancel;
import static dev.stampede.postgres.ClaimsFixture.hold;
import static dev.stampede.postgres.ClaimsFixture.paidOutside;
import static dev.stampede.postgres.ClaimsFixture.topUp;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimNews;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.ClaimOutcome.AlreadyBooked;
import dev.stampede.engine.claim.ClaimOutcome.Booked;
import dev.stampede.engine.claim.ClaimOutcome.Cancelled;
import dev.stampede.engine.claim.ClaimOutcome.HoldExpired;
import dev.stampede.engine.claim.ClaimOutcome.InsufficientPoints;
import dev.stampede.engine.claim.ClaimOutcome.ReferenceUsed;
import dev.stampede.engine.claim.ClaimOutcome.ToppedUp;
import dev.stampede.engine.claim.Holds.Found;
import dev.stampede.engine.claim.Payment;
import dev.stampede.engine.claim.SeatChange;
import dev.stampede.engine.claim.SeatState;
import dev.stampede.engine.show.ShowId;
import dev.stampede.lane.Decision;
import dev.stampede.postgres.ClaimsFixture;
import dev.stampede.postgres.CuttingProxy;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.booking.PostgresHolds;
import dev.stampede.postgres.show.PostgresShows;
import dev.stampede.postgres.verify.LedgerCheck;
import dev.stampede.testkit.DatabaseClock;
import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.SeatLedger;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Payments are written in few round trips, without waiting for anyone, within their pages. */
final class PaymentCommitterTest {

  private static ClaimsFixture fixture;

  private final List<SeatChange> told = new ArrayList<>();
  private GroupCommitter committer;
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
  void open() {
    DatabaseClock.of(fixture.data.url()).reset();
    committer = new GroupCommitter(fixture.database, fixture.shows, told::addAll);
    show = fixture.show(40, 10);
  }

  @AfterEach
  void close() {
    committer.close();
    new SeatLedger(fixture.data.url()).mustBalance(show);
    assertThat(new LedgerCheck(fixture.database).run().differences()).isEmpty();
  }

  @Test
  void aPaymentTakesTwoRoundTripsAndNoneTakesMoreThanThree() throws Exception {
    try (CuttingProxy proxy = new CuttingProxy(fixture.data.url());
        Database database = Database.open(ClaimsFixture.settings(proxy.url()));
        GroupCommitter counted =
            new GroupCommitter(database, new PostgresShows(database), ClaimNews.NONE)) {
      Claim.Hold held = hold(show, "tess", 0);
      var _ = counted.commit(List.of(topUp("tess", 500), held));
      var _ = proxy.roundTrips();
      Claim.Book paid = book(held);
      List<Integer> trips = new ArrayList<>();
      List<ClaimOutcome> outcomes = new ArrayList<>();

      for (Claim claim :
          List.of(
              paid,
              book(held), // again
              buy(show, "tess", 1),
              buy(show, "tess", 1), // hers already
              buy(show, "nobody", 2), // without a wallet
              cancel(show, "tess", paid.id()),
              topUp("tess", 5), // a wallet that is known
              topUp("tom", 5))) { // and one that is not
        outcomes.add(answer(counted, claim));
        trips.add(proxy.roundTrips());
      }

      assertThat(outcomes)
          .extracting(Object::getClass)
          .isEqualTo(
              List.of(
                  Booked.class,
                  AlreadyBooked.class,
                  Booked.class,
                  AlreadyBooked.class,
                  InsufficientPoints.class,
                  Cancelled.class,
                  ToppedUp.class,
                  ToppedUp.class));
      assertThat(trips).containsExactly(2, 3, 2, 3, 3, 2, 2, 3);
    }
  }

  @Test
  void aHundredPaymentsAreOneTransactionOfTwoRoundTrips() throws Exception {
    try (CuttingProxy proxy = new CuttingProxy(fixture.data.url());
        Database database = Database.open(ClaimsFixture.settings(proxy.url()));
        GroupCommitter counted =
            new GroupCommitter(database, new PostgresShows(database), ClaimNews.NONE)) {
      var _ = counted.commit(List.of(topUp("rich", 1_000_000), buy(show, "rich", 399)));
      var _ = proxy.roundTrips();
      List<Claim> group =
          IntStream.range(0, 100).<Claim>mapToObj(seat -> buy(show, "rich", seat)).toList();

      List<ClaimOutcome> outcomes =
          counted.commit(group).decisions().stream()
              .map(decision -> ((Decision.Decided<ClaimOutcome>) decision).answer())
              .toList();

      assertThat(proxy.roundTrips()).isEqualTo(2);
      assertThat(outcomes).hasOnlyElementsOfType(Booked.class);
      assertThat(((Booked) outcomes.getLast()).booking().balance()).hasValue(1_000_000 - 10_100);
    }
  }

  @Test
  void aLockedWalletCarriesItsPaymentsOverAndTheOthersGoOn() throws Exception {
    var _ = committer.commit(List.of(topUp("ann", 500), topUp("ben", 500)));
    Claim.Buy anns = buy(show, "ann", 1);
    try (Connection other = lockWallet("ann")) {
      List<Decision<ClaimOutcome>> decisions =
          committer
              .commit(List.of(anns, hold(show, "ann", 2), buy(show, "ben", 3), topUp("ann", 1)))
              .decisions();

      assertThat(decisions.get(0)).isInstanceOf(Decision.CarriedOver.class);
      assertThat(decisions.get(1)).isInstanceOf(Decision.Decided.class);
      assertThat(decisions.get(2)).isInstanceOf(Decision.Decided.class);
      assertThat(decisions.get(3)).isInstanceOf(Decision.CarriedOver.class);
      assertThat(committer.commitAlone(anns).decisions().getFirst())
          .isInstanceOf(Decision.CarriedOver.class);
      other.rollback();
    }
    assertThat(((Decision.Decided<?>) committer.commitAlone(anns).decisions().getFirst()).answer())
        .isInstanceOf(Booked.class);
  }

  /**
   * Nobody can lock a payment that is not there yet: the primary key makes the second wait for the
   * first. Seen to fail where that conflict is not taken as a reason to look again.
   */
  @Test
  void aPaymentThatIsJustBeingUsedByAnotherIsWaitedForAndThenFoundUsed() throws Exception {
    Claim.Hold first = hold(show, "gus", 1);
    Claim.Hold second = hold(show, "gus", 2);
    var _ = committer.commit(List.of(first, second));

    assertThat(bookWhileAnotherUses("given-up", first, Connection::rollback))
        .isInstanceOf(Booked.class);
    assertThat(bookWhileAnotherUses("used", second, Connection::commit))
        .isEqualTo(new ReferenceUsed(new Payment.Outside("shop", "used")));
  }

  private interface Ending {
    void end(Connection other) throws SQLException;
  }

  private ClaimOutcome bookWhileAnotherUses(String reference, Claim.Hold hold, Ending ending)
      throws Exception {
    Claim.Book book = paidOutside(hold, reference);
    try (Connection other = fixture.database.connection();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      other.setAutoCommit(false);
      try (var statement =
          other.prepareStatement(
              """
              INSERT INTO outside_payment (provider, reference, amount, buyer, hold_id, refund_id,
                due_at, reason)
              VALUES ('shop', ?, 1, 'other', gen_random_uuid(), gen_random_uuid(), now(), 'e')""")) {
        statement.setString(1, reference);
        statement.execute();
      }
      Future<ClaimOutcome> paid = threads.submit(() -> answer(committer, book));
      Eventually.within(Duration.ofSeconds(30))
          .until(
              "the payment waits for the other",
              () ->
                  fixture.one(
                      "SELECT count(*) FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE NOT granted"
                          + " AND locktype = 'transactionid' AND datname = current_database()",
                      Integer.class),
              waiting -> waiting > 0);
      ending.end(other);
      return paid.get();
    }
  }

  @Test
  void watchersHearThatSeatsAreSoldAndFreeAgain() throws Exception {
    Claim.Buy bought = buy(show, "dora", 7);
    var _ = committer.commit(List.of(topUp("dora", 500)));
    assertThat(told).isEmpty();

    var _ = committer.commit(List.of(bought));
    var _ = committer.commit(List.of(cancel(show, "dora", bought.id())));

    assertThat(told).extracting(SeatChange::state).containsExactly(SeatState.SOLD, SeatState.FREE);
    assertThat(told.getFirst().owner().orElseThrow().buyer()).isEqualTo(new Buyer("dora"));
  }

  @Test
  void anExpiredHoldCanStillBePaidAfterTheReaperAndAReleasedOneCannot() throws Exception {
    DatabaseClock clock = DatabaseClock.of(fixture.data.url());
    HoldReaper reaper = new HoldReaper(fixture.database, ClaimNews.NONE);
    Claim.Hold expired = hold(show, "eve", 1);
    Claim.Hold released = hold(show, "eve", 2);
    var _ =
        committer.commit(
            List.of(
                topUp("eve", 500),
                expired,
                released,
                new Claim.Release(show, released.buyer(), released.operation(), released.id())));
    clock.advance(ClaimsFixture.HOLD);
    assertThat(reaper.tick().freed()).isPositive();

    assertThat(answer(committer, book(expired))).isInstanceOf(Booked.class);
    assertThat(answer(committer, book(released))).isEqualTo(new HoldExpired());
    assertThat(new SeatLedger(fixture.data.url()).events(show, 1))
        .containsExactly("h:eve", "r:eve", "s:eve");
    assertThat(reaper.tick().freed()).as("a booking does not expire").isZero();
  }

  @Test
  void aPaidHoldIsToldAsSuchToItsOwnerAndWhoseItIsToAShop() throws Exception {
    PostgresHolds holds = new PostgresHolds(fixture.database);
    Claim.Hold claim = hold(show, "fay", 1);
    Claim.Book paid = book(claim);
    var _ = committer.commit(List.of(topUp("fay", 500), claim));
    assertThat(holds.find(claim.id()).orElseThrow().buyer()).isEqualTo(claim.buyer());
    assertThat(holds.live(claim.buyer(), Optional.empty(), 9)).hasSize(1);

    var _ = committer.commit(List.of(paid));

    assertThat(holds.find(claim.id(), claim.buyer()).orElseThrow())
        .isInstanceOfSatisfying(
            Found.Paid.class, found -> assertThat(found.booking()).isEqualTo(paid.id()));
    assertThat(holds.find(claim.id()).orElseThrow().show()).isEqualTo(show);
    assertThat(holds.live(claim.buyer(), Optional.empty(), 9)).isEmpty();
  }

  private static ClaimOutcome answer(GroupCommitter by, Claim claim) throws Exception {
    Decision<ClaimOutcome> decision = by.commit(List.of(claim)).decisions().getFirst();
    assertThat(decision).isInstanceOf(Decision.Decided.class);
    return ((Decision.Decided<ClaimOutcome>) decision).answer();
  }

  private static Connection lockWallet(String buyer) throws Exception {
    Connection connection = fixture.database.connection();
    connection.setAutoCommit(false);
    try (var statement =
        connection.prepareStatement("SELECT FROM wallet WHERE buyer = ? FOR UPDATE")) {
      statement.setString(1, buyer);
      statement.execute();
    }
    return connection;
  }
}
