package dev.stampede.postgres.claim;

import static dev.stampede.postgres.ClaimsFixture.hold;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.ClaimOutcome.Booked;
import dev.stampede.engine.claim.ClaimOutcome.Held;
import dev.stampede.engine.claim.SeatChange;
import dev.stampede.engine.claim.layer.LaneClaims;
import dev.stampede.engine.show.ShowId;
import dev.stampede.lane.Commit;
import dev.stampede.lane.Commit.Fate;
import dev.stampede.lane.LaneListener;
import dev.stampede.lane.LaneSettings;
import dev.stampede.lane.LaneUnavailableException;
import dev.stampede.postgres.ClaimsFixture;
import dev.stampede.postgres.CuttingProxy;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.DatabaseUrl;
import dev.stampede.postgres.PostgresSettings;
import dev.stampede.postgres.booking.PostgresWallets;
import dev.stampede.postgres.deployment.OldRows;
import dev.stampede.postgres.show.PostgresShows;
import dev.stampede.postgres.verify.LedgerCheck;
import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.SeatLedger;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Connections are cut around the commit; every answer that is given must be true. */
final class LostConnectionTest {

  private static final Duration TRANSACTION_TIMEOUT = Duration.ofSeconds(1);

  private static ClaimsFixture fixture;
  private static CuttingProxy proxy;
  private static Database database;

  private final List<SeatChange> told = new CopyOnWriteArrayList<>();
  private GroupCommitter committer;
  private ShowId show;

  @BeforeAll
  static void openThroughTheProxy() throws Exception {
    fixture = new ClaimsFixture();
    proxy = new CuttingProxy(fixture.data.url());
    database =
        Database.open(
            new PostgresSettings(
                DatabaseUrl.parse(proxy.url()),
                PostgresSettings.MIN_POOL_SIZE,
                TRANSACTION_TIMEOUT));
  }

  @AfterAll
  static void closeAll() throws Exception {
    database.close();
    proxy.close();
    fixture.close();
  }

  @BeforeEach
  void open() throws Exception {
    proxy.refuse(false);
    show = fixture.show(2, 10);
    committer = new GroupCommitter(database, new PostgresShows(database), told::addAll);
    var _ = committer.commit(List.of(hold(show, "first", 0)));
    told.clear();
  }

  @AfterEach
  void close() {
    committer.close();
    new SeatLedger(fixture.data.url()).mustBalance(show);
  }

  @Test
  void aCommitWhoseAnswerIsLostIsFoundToHaveHappened() throws Exception {
    proxy.cut(CuttingProxy.Cut.ANSWER, 2);

    Commit<ClaimOutcome> commit = committer.commit(List.of(hold(show, "alice", 1)));

    assertThat(told).isEmpty();
    assertThat(fateOf(commit)).isEqualTo(Fate.COMMITTED);
    assertThat(told).hasSize(1);
    assertThat(events(1)).containsExactly("h:alice");
  }

  @Test
  void aCommitThatNeverArrivedIsFoundNotToHaveHappened() throws Exception {
    proxy.cut(CuttingProxy.Cut.REQUEST, 2);

    Commit<ClaimOutcome> commit = committer.commit(List.of(hold(show, "alice", 1)));

    assertThat(fateOf(commit)).isEqualTo(Fate.ROLLED_BACK);
    assertThat(told).isEmpty();
    assertThat(events(1)).isEmpty();
  }

  @Test
  void aTransactionThatIsStillOpenIsWaitedForUntilTheServerEndsIt() throws Exception {
    proxy.cut(CuttingProxy.Cut.REQUEST_UNNOTICED, 2);
    // Before the transaction begins, which the server ends after a second.
    long start = System.nanoTime();

    Commit<ClaimOutcome> commit = committer.commit(List.of(hold(show, "alice", 1)));

    assertThat(fateOf(commit)).isEqualTo(Fate.ROLLED_BACK);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(300));
    assertThat(events(1)).isEmpty();
  }

  @Test
  void aReleaseThatWroteNoEventIsInquiredIntoAsWell() throws Exception {
    Claim.Hold first = hold(show, "alice", 1);
    var _ = committer.commit(List.of(first));
    endTheHoldAndGiveItsSeatToBob(first);
    proxy.cut(CuttingProxy.Cut.ANSWER, 2);

    Commit<ClaimOutcome> commit =
        committer.commit(
            List.of(new Claim.Release(show, first.buyer(), Optional.empty(), first.id())));

    assertThat(fateOf(commit)).isEqualTo(Fate.COMMITTED);
  }

  /**
   * Both takeovers of the expired hold begin with the same event: the same seat, version and hold.
   * Red while the inquiry looked for that event: bob was told that he holds carol's seat.
   */
  @Test
  void aTakeoverThatNeverArrivedIsNotMistakenForAnothersWhoDidTheSame() throws Exception {
    Claim.Hold first = hold(show, "alice", 1);
    var _ = committer.commit(List.of(first));
    end(first);
    proxy.cut(CuttingProxy.Cut.REQUEST, 2);
    Commit<ClaimOutcome> bobs = committer.commit(List.of(hold(show, "bob", 1)));
    told.clear();
    try (GroupCommitter another = fixture.committer()) {
      var _ = another.commit(List.of(hold(show, "carol", 1)));
    }

    assertThat(fateOf(bobs)).isEqualTo(Fate.ROLLED_BACK);

    assertThat(told).isEmpty();
    assertThat(events(1)).containsExactly("h:alice", "r:alice", "h:carol");
  }

  @Test
  void theEvidenceOfCommitsIsKeptForSomeTransactionsAndThenPruned() throws Exception {
    proxy.cut(CuttingProxy.Cut.ANSWER, 2);
    Commit<ClaimOutcome> commit = committer.commit(List.of(hold(show, "alice", 1)));
    assertThat(OldRows.ofMarks(fixture.database, 100_000_000).prune()).isZero();
    assertThat(fateOf(commit)).isEqualTo(Fate.COMMITTED);

    long marks = fixture.one("SELECT count(*) FROM commit_mark", Long.class);

    // Pruning spares a mark while any transaction of this PostgreSQL is older, another test's too.
    AtomicLong pruned = new AtomicLong();
    Eventually.within(Duration.ofSeconds(30))
        .until(
            "all marks are pruned",
            () -> pruned.addAndGet(OldRows.ofMarks(fixture.database, 0).prune()) >= marks);
    assertThat(pruned).hasValue(marks);
    assertThat(fixture.one("SELECT count(*) FROM commit_mark", Long.class)).isZero();
  }

  @Test
  void aTopUpWroteNoEventAndIsInquiredIntoAsWell() throws Exception {
    var _ = committer.commit(List.of(ClaimsFixture.topUp("rita", 5)));
    proxy.cut(CuttingProxy.Cut.ANSWER, 2);
    assertThat(fateOf(committer.commit(List.of(ClaimsFixture.topUp("rita", 70)))))
        .isEqualTo(Fate.COMMITTED);
    var _ = committer.commit(List.of(ClaimsFixture.topUp("rita", 5))); // connects again
    proxy.cut(CuttingProxy.Cut.REQUEST, 2);
    assertThat(fateOf(committer.commit(List.of(ClaimsFixture.topUp("rita", 900)))))
        .isEqualTo(Fate.ROLLED_BACK);

    assertThat(new PostgresWallets(fixture.database).balance(new Buyer("rita"))).isEqualTo(80);
  }

  @Test
  void aPaymentIsChargedOnceHoweverTheConnectionWasCut() throws Exception {
    Buyer paul = new Buyer("paul");
    var _ = committer.commit(List.of(ClaimsFixture.topUp("paul", 10_000)));
    try (LaneClaims claims =
        new LaneClaims(
            List.of(committer),
            LaneSettings.DEFAULT,
            lane -> LaneListener.NONE,
            Duration.ofSeconds(30))) {
      int seat = 1;
      for (CuttingProxy.Cut cut : CuttingProxy.Cut.values()) {
        for (int request = 1; request <= 2; request++) {
          Claim.Hold held = hold(show, "paul", seat);
          assertThat(claims.claim(held)).isInstanceOf(Held.class);
          proxy.cut(cut, request);
          assertThat(claims.claim(ClaimsFixture.book(held))).isInstanceOf(Booked.class);
          assertThat(events(seat)).containsExactly("h:paul", "s:paul");
          assertThat(new PostgresWallets(fixture.database).balance(paul))
              .isEqualTo(10_000 - 100L * seat);
          seat++;
        }
      }
    }
    assertThat(new LedgerCheck(fixture.database).run().differences()).isEmpty();
  }

  @Test
  void aConnectionLostBeforeTheCommitIsReplacedAndNobodyNotices() throws Exception {
    proxy.cut(CuttingProxy.Cut.REQUEST, 1);

    assertThat(committer.commit(List.of(hold(show, "alice", 1)))).isInstanceOf(Commit.Done.class);
    assertThat(events(1)).containsExactly("h:alice");
  }

  @Test
  void aDatabaseThatIsAwayIsSaidToBeAway() throws Exception {
    proxy.refuse(true);
    proxy.cut(CuttingProxy.Cut.REQUEST, 1);

    assertThatThrownBy(() -> committer.commit(List.of(hold(show, "alice", 1))))
        .isInstanceOf(LaneUnavailableException.class)
        .hasMessageContaining("nothing was written");

    proxy.refuse(false);
    assertThat(committer.commit(List.of(hold(show, "alice", 1)))).isInstanceOf(Commit.Done.class);
  }

  @Test
  void aDatabaseThatStaysAwayAfterACommitLeavesItUnknown() throws Exception {
    proxy.cut(CuttingProxy.Cut.ANSWER, 2);
    Commit<ClaimOutcome> commit = committer.commit(List.of(hold(show, "alice", 1)));
    proxy.refuse(true);

    assertThat(fateOf(commit)).isEqualTo(Fate.UNKNOWN);
  }

  @Test
  void behindALaneTheCallerHearsTheTruthHoweverTheConnectionWasCut() {
    try (LaneClaims claims =
        new LaneClaims(
            List.of(committer),
            LaneSettings.DEFAULT,
            lane -> LaneListener.NONE,
            Duration.ofSeconds(30))) {
      int seat = 1;
      for (CuttingProxy.Cut cut : CuttingProxy.Cut.values()) {
        for (int request = 1; request <= 2; request++) {
          proxy.cut(cut, request);
          assertThat(claims.claim(hold(show, "buyer-" + seat, seat))).isInstanceOf(Held.class);
          assertThat(events(seat)).containsExactly("h:buyer-" + seat);
          seat++;
        }
      }
    }
  }

  private void endTheHoldAndGiveItsSeatToBob(Claim.Hold first) throws Exception {
    end(first);
    var _ = committer.commit(List.of(hold(show, "bob", 1)));
  }

  private static void end(Claim.Hold first) {
    fixture
        .database
        .jdbi()
        .useHandle(
            handle ->
                handle.execute(
                    """
                    WITH ended AS (
                      UPDATE hold SET expires_at = created_at + interval '1 microsecond'
                      WHERE id = ? RETURNING *)
                    UPDATE seat s SET held_until = ended.expires_at
                    FROM ended
                    WHERE s.hold_id = ended.id""",
                    first.id().value()));
  }

  private List<String> events(int seat) {
    return new SeatLedger(fixture.data.url()).events(show, seat);
  }

  private static Fate fateOf(Commit<ClaimOutcome> commit) {
    assertThat(commit).isInstanceOf(Commit.InDoubt.class);
    return ((Commit.InDoubt<ClaimOutcome>) commit).inquiry().fate();
  }
}
