package dev.stampede.postgres.claim;

import static dev.stampede.postgres.ClaimsFixture.HOLD;
import static dev.stampede.postgres.ClaimsFixture.book;
import static dev.stampede.postgres.ClaimsFixture.hold;
import static dev.stampede.postgres.ClaimsFixture.topUp;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimNews;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.HeldSeats;
import dev.stampede.engine.claim.Holds.Found;
import dev.stampede.engine.claim.Operation;
import dev.stampede.engine.claim.SeatChange;
import dev.stampede.engine.claim.SeatState;
import dev.stampede.engine.sale.HoldExtender.Outcome;
import dev.stampede.engine.show.ShowId;
import dev.stampede.lane.Decision;
import dev.stampede.postgres.ClaimsFixture;
import dev.stampede.postgres.booking.PostgresHolds;
import dev.stampede.testkit.DatabaseClock;
import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.SeatLedger;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class PostgresHoldExtenderTest {

  private static final Duration BY = Duration.ofMinutes(2);
  private static final Buyer ALICE = new Buyer("alice");

  private static ClaimsFixture fixture;
  private static SeatLedger ledger;

  private final List<SeatChange> told = new ArrayList<>();
  private DatabaseClock clock;
  private PostgresHoldExtender extender;
  private PostgresHolds holds;
  private GroupCommitter committer;

  @BeforeAll
  static void openAll() {
    fixture = new ClaimsFixture();
    ledger = new SeatLedger(fixture.data.url());
  }

  @AfterAll
  static void closeAll() {
    fixture.close();
  }

  @BeforeEach
  void open() {
    clock = DatabaseClock.of(fixture.data.url());
    extender = new PostgresHoldExtender(fixture.database, told::addAll);
    holds = new PostgresHolds(fixture.database);
    committer = fixture.committer();
  }

  @AfterEach
  void close() {
    committer.close();
    clock.reset();
  }

  @Test
  void everyLiveHoldEndsLaterEverywhereThatKnowsItsEnd() throws Exception {
    ShowId show = fixture.show(2, 10);
    ShowId another = fixture.show(2, 10);
    Claim.Hold alices = hold(show, "alice", 1, 2);
    Claim.Hold elsewhere = hold(another, "alice", 1);
    var _ = committer.commit(List.of(alices, elsewhere, hold(show, "bob", 3)));
    Instant end = live(alices).hold().expiresAt();
    Instant otherEnd = live(elsewhere).hold().expiresAt();

    assertThat(extender.extend(show, BY, Optional.empty())).isEqualTo(new Outcome.Extended(2, 0));

    assertThat(live(alices).hold().expiresAt()).isEqualTo(end.plus(BY));
    assertThat(live(elsewhere).hold().expiresAt()).isEqualTo(otherEnd);
    assertThat(told)
        .extracting(SeatChange::show, SeatChange::seat, SeatChange::version, SeatChange::state)
        .containsExactlyInAnyOrder(
            tuple(show, 1, 2, SeatState.HELD),
            tuple(show, 2, 2, SeatState.HELD),
            tuple(show, 3, 2, SeatState.HELD));
    assertThat(told.getFirst().owner().orElseThrow().until()).isEqualTo(end.plus(BY));
    clock.advance(HOLD.plusSeconds(60));
    assertThat(tidiedUp(show)).isEmpty();
    assertThat(found(elsewhere)).isInstanceOf(Found.Ended.class);
    var _ = committer.commit(List.of(hold(show, "carol", 1)));
    assertThat(live(alices).hold().seats()).containsExactly(1, 2);
    assertThat(ledger.events(show, 1)).containsExactly("h:alice", "h:alice");
    ledger.mustBalance(show);
    clock.advance(Duration.ofSeconds(61));
    assertThat(tidiedUp(show)).containsExactlyInAnyOrder(1, 2, 3);
    ledger.mustBalance(show);
  }

  @Test
  void anExtensionRevivesNoEndedHold() throws Exception {
    ShowId show = fixture.show(2, 10);
    Claim.Hold released = hold(show, "alice", 1);
    Claim.Hold paid = hold(show, "alice", 2);
    Claim.Hold lapsed = hold(show, "alice", 3);
    Claim.Hold lost = hold(show, "alice", 4);
    var _ = committer.commit(List.of(topUp("alice", 1_000), released, paid, lapsed, lost));
    var _ =
        committer.commit(
            List.of(new Claim.Release(show, ALICE, Optional.empty(), released.id()), book(paid)));
    clock.advance(HOLD);
    Claim.Hold bobs = hold(show, "bob", 4);
    var _ = committer.commit(List.of(bobs));

    assertThat(extender.extend(show, BY, Optional.empty())).isEqualTo(new Outcome.Extended(1, 0));

    assertThat(told).extracting(SeatChange::seat).containsExactly(4);
    assertThat(found(released)).isInstanceOf(Found.Ended.class);
    assertThat(found(paid)).isInstanceOf(Found.Paid.class);
    assertThat(found(lapsed)).isInstanceOf(Found.Ended.class);
    assertThat(found(lost)).isInstanceOf(Found.Ended.class);
    assertThat(ledger.events(show, 4)).containsExactly("h:alice", "r:alice", "h:bob", "h:bob");
    ledger.mustBalance(show);
  }

  @Test
  void noHoldEndsLaterThanADayFromNow() throws Exception {
    ShowId show = fixture.show(2, 10);
    Claim.Hold claim = hold(show, "alice", 1);
    var _ = committer.commit(List.of(claim));
    Duration aDay = Duration.ofDays(1);

    assertThat(extender.extend(show, aDay, Optional.empty())).isEqualTo(new Outcome.Extended(1, 1));

    assertThat(live(claim).hold().expiresAt())
        .isBetween(fixture.shows.now().plus(aDay).minusSeconds(30), fixture.shows.now().plus(aDay));
    ledger.mustBalance(show);
  }

  /** The first time is cut off after a batch was committed, as if its server had died then. */
  @Test
  void aRepeatGoesOnWhereItWasCutOffAndExtendsNothingTwice() throws Exception {
    ShowId show = fixture.show(20, 20);
    int many = ExtensionBatch.HOLDS + 50;
    var _ = committer.commit(ClaimsFixture.holds(show, many));
    Operation key = key(show, "once");
    PostgresHoldExtender dying =
        new PostgresHoldExtender(
            fixture.database,
            changes -> {
              throw new IllegalStateException("died");
            });
    assertThatThrownBy(() -> dying.extend(show, BY, Optional.of(key))).hasMessage("died");
    assertThat(extended(show)).isEqualTo(ExtensionBatch.HOLDS);
    var _ = committer.commit(List.of(hold(show, "late", 399)));

    Outcome.Extended all = new Outcome.Extended(many, 0);
    assertThat(extender.extend(show, BY, Optional.of(key))).isEqualTo(all);

    assertThat(extended(show)).isEqualTo(many);
    assertThat(extender.extend(show, BY, Optional.of(key))).isEqualTo(new Outcome.Replayed(all));
    assertThat(extender.extend(show, BY, Optional.of(new Operation(key.id(), "0".repeat(64)))))
        .isEqualTo(new Outcome.OperationMismatch());
    assertThat(extended(show)).isEqualTo(many);
    ledger.mustBalance(show);
  }

  @Test
  void anExtensionOutOfTimeIsUnfinishedAndARepeatCompletesIt() throws Exception {
    ShowId show = fixture.show(2, 10);
    var _ = committer.commit(List.of(hold(show, "alice", 1)));
    Operation key = key(show, "slow");

    assertThat(
            new PostgresHoldExtender(fixture.database, ClaimNews.NONE, Duration.ZERO)
                .extend(show, BY, Optional.of(key)))
        .isEqualTo(new Outcome.Unfinished(0));

    assertThat(extender.extend(show, BY, Optional.of(key))).isEqualTo(new Outcome.Extended(1, 0));
  }

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

  /** Seen to fail while an extension overwrote the new owner of the seats. */
  @Test
  void aHoldThatWasTakenOverGetsNoMoreTimeWhenTheClockStepsBack() throws Exception {
    ShowId show = fixture.show(2, 10);
    Claim.Hold alices = hold(show, "alice", 1, 2);
    var _ = committer.commit(List.of(alices));
    clock.advance(HOLD);
    Claim.Hold bobs = hold(show, "bob", 2);
    var _ = committer.commit(List.of(bobs));
    clock.reset();

    assertThat(found(alices)).isInstanceOf(Found.Ended.class);
    assertThat(holds.live(ALICE, Optional.empty(), 10))
        .extracting(HeldSeats::show)
        .doesNotContain(show);
    // Nor has bob's: by the clock it is made after the extension.
    assertThat(extender.extend(show, BY, Optional.empty())).isEqualTo(new Outcome.Extended(0, 0));

    assertThat(told).isEmpty();
    assertThat(live(bobs).hold().seats()).containsExactly(2);
    assertThat(ledger.events(show, 2)).containsExactly("h:alice", "r:alice", "h:bob");
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

  /** The seats of the show that are freed by tidying up; there may be others in the database. */
  private static List<Integer> tidiedUp(ShowId show) {
    List<SeatChange> freed = new ArrayList<>();
    var _ = new HoldReaper(fixture.database, freed::addAll).tick();
    return freed.stream()
        .filter(change -> change.show().equals(show))
        .map(SeatChange::seat)
        .toList();
  }

  private Found.Live live(Claim.Hold claim) {
    return (Found.Live) holds.find(claim.id(), claim.buyer()).orElseThrow();
  }

  private Found found(Claim.Hold claim) {
    return holds.find(claim.id(), claim.buyer()).orElseThrow();
  }

  /** Counts the holds of the show that were extended exactly once. */
  private static long extended(ShowId show) {
    return fixture.one(
        "SELECT count(*) FROM hold WHERE show_id = %s AND round(extract(epoch FROM expires_at - created_at)) = %d"
            .formatted(show, HOLD.plus(BY).toSeconds()),
        Long.class);
  }

  private static Operation key(ShowId show, String key) {
    return Operation.of(
        new Buyer("olga"), "POST /" + show, key, "{}".getBytes(StandardCharsets.UTF_8));
  }
}
