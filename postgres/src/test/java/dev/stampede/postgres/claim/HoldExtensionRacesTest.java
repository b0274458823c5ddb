package dev.stampede.postgres.claim;

import static dev.stampede.postgres.ClaimsFixture.HOLD;
import static dev.stampede.postgres.ClaimsFixture.book;
import static dev.stampede.postgres.ClaimsFixture.hold;
import static dev.stampede.postgres.ClaimsFixture.topUp;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimNews;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.Holds.Found;
import dev.stampede.engine.sale.HoldExtender.Outcome;
import dev.stampede.engine.show.ShowId;
import dev.stampede.lane.Decision;
import dev.stampede.testkit.Eventually;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Extensions while buyers, other servers and the reaper change the same holds. */
final class HoldExtensionRacesTest extends HoldsFixture {

  private static final Duration BY = Duration.ofMinutes(2);

  private final PostgresHoldExtender extender =
      new PostgresHoldExtender(fixture.database, told::addAll);

  /**
   * A buyer gives a hold back while it is being extended. The test fails, as it should, with holds
   * decided by what was read before the locks, and without the locks.
   */
  @Test
  void aHoldReleasedDuringAnExtensionStaysReleased() throws Exception {
    ShowId show = fixture.show(2, 10);
    Claim.Hold claim = hold(show, "alice", 1);
    var _ = committer.commit(List.of(claim));
    try (Connection other = fixture.database.connection();
        Statement statement = other.createStatement();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      other.setAutoCommit(false);
      statement.execute(
          """
          UPDATE seat SET state = 'f', version = 2, buyer = NULL, hold_id = NULL, held_until = NULL
          WHERE show_id = %1$s AND number = 1;
          UPDATE hold SET state = 'r' WHERE id = '%2$s';
          INSERT INTO seat_event (show_id, number, version, type, reason, buyer, hold_id, at)
          VALUES (%1$s, 1, 2, 'r', 'g', 'alice', '%2$s', stampede_now())"""
              .formatted(show, claim.id()));
      fixture.expectMissing(1);
      Future<Outcome> extending = threads.submit(() -> extender.extend(show, BY, Optional.empty()));
      awaitWaiting("transactionid");
      other.commit();
      assertThat(extending.get()).isEqualTo(new Outcome.Extended(0, 0));
    }
    assertThat(found(claim)).isInstanceOf(Found.Ended.class);
    ledger.mustBalance(show);
  }

  /**
   * The reaper has found the hold to have expired; then an extension commits that was decided in
   * time. The test fails, as it should, when the reaper does not look at the hold's end again.
   *
   * <p>The clock stops the reaper in the middle of its look, with the rows as they were when that
   * began.
   */
  @Test
  void theReaperKeepsAHoldThatIsExtendedAtTheLastMoment() throws Exception {
    ShowId show = fixture.show(2, 10);
    Claim.Hold claim = hold(show, "alice", 1);
    var _ = committer.commit(List.of(claim));
    try (Connection other = fixture.database.connection();
        Statement statement = other.createStatement();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      statement.execute("SELECT pg_advisory_lock(10)");
      statement.execute(
          """
          CREATE OR REPLACE FUNCTION stampede_now() RETURNS timestamptz LANGUAGE plpgsql VOLATILE
          AS $$ BEGIN
            PERFORM pg_advisory_xact_lock_shared(10);
            RETURN clock_timestamp() + interval '6 minutes';
          END $$""");
      HoldReaper reaper = new HoldReaper(fixture.database, ClaimNews.NONE);
      Future<HoldReaper.Tidied> tidying = threads.submit(reaper::tick);
      awaitWaiting("advisory");
      statement.execute(
          """
          UPDATE seat SET version = 2, held_until = held_until + interval '1 hour'
          WHERE show_id = %1$s AND number = 1;
          UPDATE hold SET expires_at = expires_at + interval '1 hour' WHERE id = '%2$s';
          INSERT INTO seat_event (show_id, number, version, type, reason, buyer, hold_id, at)
          VALUES (%1$s, 1, 2, 'h', 'm', 'alice', '%2$s', clock_timestamp())"""
              .formatted(show, claim.id()));
      fixture.expectMissing(1);
      statement.execute("SELECT pg_advisory_unlock(10)");
      var _ = tidying.get();
    }
    assertThat(found(claim)).isInstanceOf(Found.Live.class);
    ledger.mustBalance(show);
  }

  /**
   * The extension stands before its commit when the hold ends and its buyer claims again. Red while
   * the (show, buyer) row was not locked here: the buyer then had two seats where one is allowed.
   */
  @Test
  void moreTimeDoesNotTakeABuyerAboveTheLimit() throws Exception {
    ShowId show = fixture.show(2, 10, OptionalInt.of(1));
    Claim.Hold first = hold(show, "alice", 1);
    Claim.Hold second = hold(show, "alice", 2);
    var _ = committer.commit(List.of(first));
    clock.advance(HOLD.minusSeconds(30));
    try (Connection other = fixture.database.connection();
        Statement statement = other.createStatement();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      other.setAutoCommit(false);
      statement.execute("SELECT FROM hold WHERE id = '%s' FOR UPDATE".formatted(first.id()));
      Future<Outcome> extending = threads.submit(() -> extender.extend(show, BY, Optional.empty()));
      awaitWaiting("transactionid");
      clock.advance(Duration.ofSeconds(30));

      assertThat(committer.commit(List.of(second)).decisions())
          .containsExactly(new Decision.CarriedOver<>());

      other.rollback();
      assertThat(extending.get()).isEqualTo(new Outcome.Extended(1, 0));
    }
    assertThat(committer.commit(List.of(second)).decisions())
        .containsExactly(new Decision.Decided<>(new ClaimOutcome.BuyerLimit(1, 1, 1)));
    ledger.mustBalance(show);
  }

  private static void awaitWaiting(String forWhat) {
    Eventually.within(Duration.ofSeconds(20))
        .until(
            "somebody waits for " + forWhat,
            () ->
                fixture.one(
                    "SELECT count(*) > 0 FROM pg_stat_activity WHERE datname = current_database()"
                        + " AND wait_event = '"
                        + forWhat
                        + "'",
                    Boolean.class));
  }

  /** The holds end while they are extended, paid, given back, taken over and tidied up at once. */
  @Test
  void atTheMomentOfTheirEndNoHoldComesBackAndNoneIsTornApart() throws Exception {
    for (int round = 0; round < 2; round++) {
      ShowId show = fixture.show(20, 20);
      List<Claim.Hold> made = new ArrayList<>();
      for (int from = 0; from < 400; from += 20) {
        List<Claim> group = new ArrayList<>();
        for (int seat = from; seat < from + 20; seat += 2) {
          Claim.Hold claim = hold(show, "buyer-" + seat, seat, seat + 1);
          made.add(claim);
          group.add(claim);
          group.add(topUp("buyer-" + seat, 1_000));
        }
        var _ = committer.commit(group);
      }
      clock.advance(HOLD.minusMillis(200));
      rush(show, made);
      ledger.mustBalance(show);
      clock.reset();
    }
  }

  private static void rush(ShowId show, List<Claim.Hold> made) throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    List<Callable<?>> work = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      HoldReaper reaper = new HoldReaper(fixture.database, ClaimNews.NONE);
      work.add(
          () -> {
            while (!over.get()) {
              var _ = reaper.tick();
            }
            return 0;
          });
    }
    work.add(
        () -> {
          PostgresHoldExtender extender =
              new PostgresHoldExtender(fixture.database, ClaimNews.NONE);
          for (int i = 0; i < 6; i++) {
            var _ = extender.extend(show, Duration.ofMillis(40), Optional.empty());
          }
          over.set(true);
          return 0;
        });
    for (int part = 0; part < 3; part++) {
      int mine = part;
      work.add(
          () -> {
            try (GroupCommitter own = fixture.committer()) {
              for (int i = mine; i < made.size(); i += 3) {
                var _ = own.commit(List.of(deed(made.get(i), i)));
              }
            }
            return 0;
          });
    }
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> running = new ArrayList<>();
      for (Callable<?> each : work) {
        running.add(threads.submit(each));
      }
      for (Future<?> each : running) {
        var _ = each.get();
      }
    } finally {
      over.set(true);
    }
  }

  private static Claim deed(Claim.Hold hold, int number) {
    return switch (number % 4) {
      case 0 -> book(hold);
      case 1 -> new Claim.Release(hold.show(), hold.buyer(), Optional.empty(), hold.id());
      default -> hold(hold.show(), "taker-" + number, number * 2);
    };
  }
}
