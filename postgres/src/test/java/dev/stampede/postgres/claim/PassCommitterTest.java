package dev.stampede.postgres.claim;

import static dev.stampede.postgres.ClaimsFixture.best;
import static dev.stampede.postgres.ClaimsFixture.book;
import static dev.stampede.postgres.ClaimsFixture.buy;
import static dev.stampede.postgres.ClaimsFixture.hold;
import static dev.stampede.postgres.ClaimsFixture.shown;
import static dev.stampede.postgres.ClaimsFixture.topUp;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.BookedPass;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimNews;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.ClaimOutcome.Booked;
import dev.stampede.engine.claim.ClaimOutcome.Held;
import dev.stampede.engine.claim.ClaimOutcome.PassInvalid;
import dev.stampede.engine.claim.ClaimOutcome.PassRequired;
import dev.stampede.engine.claim.ShownPass;
import dev.stampede.engine.show.ShowId;
import dev.stampede.lane.Decision;
import dev.stampede.postgres.ClaimsFixture;
import dev.stampede.postgres.CuttingProxy;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.SqlStep;
import dev.stampede.postgres.show.PostgresShows;
import dev.stampede.testkit.HeardPasses;
import dev.stampede.testkit.SeatLedger;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The cost of passes; a buyer without a pass pays nothing for them. */
final class PassCommitterTest {

  private static final ShownPass MISSING = new ShownPass.Missing();

  private static ClaimsFixture fixture;

  private final HeardPasses told = new HeardPasses();
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
    committer = new GroupCommitter(fixture.database, fixture.shows, told);
    show = fixture.roomShow(2, 10);
  }

  @AfterEach
  void close() {
    committer.close();
    new SeatLedger(fixture.data.url()).mustBalance(show);
  }

  @Test
  void aShowWithoutAWaitingRoomNeedsNoRowsForPasses() throws Exception {
    ShowId plain = fixture.show(2, 10);
    Claim.Hold held = hold(plain, "ann", 1);
    List<Claim> group = List.of(topUp("ann", 500), held, book(held), buy(plain, "ann", 2));

    assertThat(outcomes(committer, group).subList(2, 4)).hasOnlyElementsOfType(Booked.class);
    assertThat(rowsOf(plain)).isZero();
    assertThat(told.of(plain)).isEmpty();
    Footprint footprint = Footprint.of(group, Map.of(), fixture.shows.maps()::rules);
    assertThat(GroupLock.steps(footprint, RowLocking.SKIP, new LockedRows()))
        .extracting(SqlStep::sql)
        .noneMatch(sql -> sql.contains("show_buyer") || sql.contains("queue_gone"));
  }

  @Test
  void withARoomAClaimTakesTwoRoundTripsOnceItsBuyerIsKnown() throws Exception {
    try (CuttingProxy proxy = new CuttingProxy(fixture.data.url());
        Database database = Database.open(ClaimsFixture.settings(proxy.url()));
        GroupCommitter counted =
            new GroupCommitter(database, new PostgresShows(database), ClaimNews.NONE)) {
      ShownPass pass = fixture.give(show, "tess", 1);
      Claim.Hold first = shown(hold(show, "tess", 0), pass);
      var _ = counted.commit(List.of(topUp("tess", 500), first));
      var _ = proxy.roundTrips();

      assertThat(outcomes(counted, List.of(shown(hold(show, "tess", 1), pass))))
          .hasOnlyElementsOfType(Held.class);
      assertThat(proxy.roundTrips()).isEqualTo(2);
      assertThat(outcomes(counted, List.of(book(first)))).hasOnlyElementsOfType(Booked.class);
      assertThat(proxy.roundTrips()).isEqualTo(2);
      assertThat(outcomes(counted, List.of(shown(hold(show, "tess", 2), MISSING))))
          .containsOnly(new PassRequired());
      assertThat(proxy.roundTrips()).as("and a rollback").isEqualTo(2);
    }
  }

  @Test
  void bookingsOfOneBuyerInOneGroupSpendOnceAndAreToldOnce() throws Exception {
    ShownPass pass = fixture.give(show, "ida", 7);
    Claim.Hold one = shown(hold(show, "ida", 1), pass);
    Claim.Hold two = shown(hold(show, "ida", 2, 3), pass);

    List<ClaimOutcome> outcomes =
        outcomes(committer, List.of(topUp("ida", 500), one, two, book(one), book(two)));

    assertThat(outcomes.subList(3, 5)).hasOnlyElementsOfType(Booked.class);
    assertThat(told.of(show)).containsExactly(new BookedPass(show, new Buyer("ida"), 7, 3));
    assertThat(fixture.one("SELECT spent_pass FROM show_buyer WHERE show_id = " + show, Long.class))
        .isEqualTo(7);
  }

  /** The database was rewound since it was given: no record of the line has it. */
  @Test
  void aPassWithoutARecordIsSpentByTheBookingOfTheSeatsThatItHeld() throws Exception {
    ShownPass recorded = fixture.give(show, "rea", 3);
    ShownPass undone = new ShownPass.Good(8, fixture.shows.now().plusSeconds(600));
    Claim.Hold first = shown(hold(show, "rea", 1), recorded);
    Claim.Hold second = shown(hold(show, "rea", 2), undone);

    assertThat(outcomes(committer, List.of(topUp("rea", 500), first, second)).subList(1, 3))
        .hasOnlyElementsOfType(Held.class);
    assertThat(outcomes(committer, List.of(book(first)))).hasOnlyElementsOfType(Booked.class);

    assertThat(told.of(show)).containsExactly(new BookedPass(show, new Buyer("rea"), 8, 1));
    assertThat(outcomes(committer, List.of(shown(hold(show, "rea", 3), undone))))
        .containsOnly(new PassInvalid(ShownPass.Flaw.SPENT));
  }

  @Test
  void aClaimWithoutAPassWritesNoRowAndWaitsForNoLock() throws Exception {
    try (Connection other = fixture.database.connection();
        Statement lock = other.createStatement()) {
      other.setAutoCommit(false);
      lock.execute("SELECT FROM seat WHERE show_id = " + show + " FOR UPDATE");

      assertThat(
              outcomes(
                  committer,
                  List.of(
                      shown(hold(show, "eve", 1), MISSING), shown(best(show, "eve", 2), MISSING))))
          .containsOnly(new PassRequired());
      other.rollback();
    }
    assertThat(rowsOf(show)).isZero();
  }

  /** Seen to fail when seats were picked for all: buyers with a pass got the second best. */
  @Test
  void theBestSeatsAreNotPickedForWhoHasNoPass() throws Exception {
    Claim.Hold alone = shown(best(show, "ann", 2), fixture.give(show, "ann", 1));
    Held first = (Held) outcomes(committer, List.of(alone)).getFirst();
    var _ =
        committer.commit(
            List.of(new Claim.Release(show, alone.buyer(), alone.operation(), alone.id())));

    Claim.Hold passless = shown(best(show, "eve", 2), MISSING);
    Claim.Hold entitled = shown(best(show, "ben", 2), fixture.give(show, "ben", 2));
    List<ClaimOutcome> outcomes = outcomes(committer, List.of(passless, entitled));

    assertThat(outcomes.getFirst()).isEqualTo(new PassRequired());
    assertThat(((Held) outcomes.getLast()).hold().seats()).isEqualTo(first.hold().seats());
  }

  private long rowsOf(ShowId id) {
    return fixture.one("SELECT count(*) FROM show_buyer WHERE show_id = " + id, Long.class);
  }

  private static List<ClaimOutcome> outcomes(GroupCommitter by, List<Claim> group)
      throws Exception {
    return by.commit(group).decisions().stream()
        .map(decision -> ((Decision.Decided<ClaimOutcome>) decision).answer())
        .toList();
  }
}
