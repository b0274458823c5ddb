package dev.stampede.postgres.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimNews;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.ClaimOutcome.Held;
import dev.stampede.engine.claim.ClaimOutcome.NotAvailable;
import dev.stampede.engine.claim.ClaimOutcome.Replayed;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Operation;
import dev.stampede.engine.claim.SeatChange;
import dev.stampede.engine.claim.SeatState;
import dev.stampede.engine.claim.WalletLimits;
import dev.stampede.engine.claim.Wanted;
import dev.stampede.engine.claim.layer.KnownSeats;
import dev.stampede.engine.show.ShowId;
import dev.stampede.lane.Decision;
import dev.stampede.postgres.ClaimsFixture;
import dev.stampede.testkit.Eventually;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/**
 * Counts, by PostgreSQL's own statistics, the rows of seats that are read for a buyer who wants the
 * best of a show that is sold out. It used to be all of them, for every group.
 */
final class FreeSeatPoolTest {

  private static final int ROWS = 60;
  private static final int SEATS_PER_ROW = 50;
  private static final int SEATS = ROWS * SEATS_PER_ROW;

  private static final String ROWS_READ =
      """
      SELECT coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)
      FROM pg_stat_xact_user_tables
      WHERE relname = 'seat'""";

  private static final ClaimsFixture FIXTURE = new ClaimsFixture();

  private final Boards boards = new Boards();
  private final FreeSeatPool pool = new FreeSeatPool(boards);

  @AfterAll
  static void close() {
    FIXTURE.close();
  }

  @Test
  void whileABoardSaysThatNothingIsFreeNoSeatIsRead() throws SQLException {
    ShowId show = soldOut();
    boards.free = Optional.of(new KnownSeats.Free(new BitSet(), new BitSet()));

    assertThat(look(show)).isEqualTo(new Seen(List.of(), 0));
  }

  @Test
  void onlySeatsThatABoardNamesAreReadAndByTheDatabasesClock() throws SQLException {
    ShowId show = soldOut();
    free(show, "number = 7");
    FIXTURE.run(
        "UPDATE seat SET held_until = stampede_now() - interval '1 ms' WHERE number = 9 AND show_id = "
            + show);
    boards.free = Optional.of(new KnownSeats.Free(bits(7, 8), bits(9, 10)));

    Seen seen = look(show);

    assertThat(seen.free()).containsExactly(7, 9);
    assertThat(seen.rows()).isEqualTo(4);
  }

  @Test
  void withoutABoardAShowIsWalkedThroughOnceAndThenBelievedForAMoment() {
    withinAMoment(
        show -> {
          free(show, "number IN (3, 4)");

          assertThat(look(show)).isEqualTo(new Seen(List.of(3, 4), SEATS));
          assertThat(look(show)).isEqualTo(new Seen(List.of(3, 4), 2));
          FIXTURE.run(
              "UPDATE seat SET state = 's', buyer = 'x', hold_id = gen_random_uuid(), held_until = now() WHERE number = 3 AND show_id = "
                  + show);
          assertThat(look(show).free()).containsExactly(4);
        });
  }

  /** Something that is done and seen while a walk through the show is believed. */
  private interface Moment {
    void pass(ShowId show) throws SQLException;
  }

  /** With another show where a busy machine has taken longer, so that the pool has walked again. */
  private static void withinAMoment(Moment moment) {
    Eventually.within(Duration.ofSeconds(30))
        .until(
            "it was seen in time",
            () -> {
              moment.pass(soldOut());
              return true;
            });
  }

  @Test
  void locallyFreedAndExpiredSeatsAreFoundWithoutAFullScan() {
    withinAMoment(
        show -> {
          FIXTURE.run(
              "UPDATE seat SET held_until = stampede_now() + interval '900 ms' WHERE number = 9 AND show_id = "
                  + show);
          assertThat(look(show)).isEqualTo(new Seen(List.of(), SEATS));
          free(show, "number = 7");
          pool.learn(new SeatChange(show, 7, 2, SeatState.FREE, Optional.empty(), Instant.EPOCH));
          FIXTURE.run(
              "UPDATE seat SET held_until = stampede_now() - interval '1 ms' WHERE number = 9 AND show_id = "
                  + show);

          assertThat(look(show)).isEqualTo(new Seen(List.of(7, 9), 2));
        });
  }

  @Test
  void aSeatThatWasSkippedBecauseItWasLockedIsLookedAtAgain() {
    withinAMoment(
        show -> {
          free(show, "number = 7");
          assertThat(look(show).free()).containsExactly(7);

          pool.drop(show, 7);

          assertThat(look(show)).isEqualTo(new Seen(List.of(7), 1));
        });
  }

  @Test
  void aStoredAnswerIsReplayedThoughTheBoardSaysSoldOut() throws SQLException {
    ShowId show = FIXTURE.show(ROWS, SEATS_PER_ROW);
    try (GroupCommitter committer =
        new GroupCommitter(
            FIXTURE.database,
            FIXTURE.shows,
            WalletLimits.DEFAULT,
            ClaimNews.NONE,
            UnderLocks.NOTHING,
            boards)) {
      Operation key = Operation.of(new Buyer("ann"), "POST", "key", new byte[0]);
      Claim keyed = best(show, Optional.of(key));
      assertThat(decided(committer, keyed)).isInstanceOf(Held.class);
      FIXTURE.run(
          "UPDATE seat SET state = 's', buyer = 'x', hold_id = gen_random_uuid(), held_until = now() WHERE show_id = "
              + show);
      boards.free = Optional.of(new KnownSeats.Free(new BitSet(), new BitSet()));
      // The committer tries seats that it still believes free, cannot have them, and then looks.
      assertThat(decided(committer, best(show, Optional.empty()))).isInstanceOf(NotAvailable.class);

      assertThat(decided(committer, keyed)).isInstanceOf(Replayed.class);
      boards.free = Optional.of(new KnownSeats.Free(bits(70, 71), new BitSet()));
      assertThat(decided(committer, best(show, Optional.empty())))
          .as("a board that is wrong")
          .isInstanceOf(NotAvailable.class);
      free(show, "number IN (70, 71)");
      assertThat(decided(committer, best(show, Optional.empty()))).isInstanceOf(Held.class);
    }
  }

  private static ClaimOutcome decided(GroupCommitter committer, Claim claim) throws SQLException {
    Decision<ClaimOutcome> decision = committer.commit(List.of(claim)).decisions().getFirst();
    if (decision instanceof Decision.CarriedOver) {
      decision = committer.commitAlone(claim).decisions().getFirst();
    }
    return ((Decision.Decided<ClaimOutcome>) decision).answer();
  }

  private static Claim best(ShowId show, Optional<Operation> operation) {
    return new Claim.Hold(
        show,
        new Buyer("ann"),
        operation,
        HoldId.fresh(System.currentTimeMillis()),
        new Wanted.Best(2, OptionalInt.empty(), OptionalLong.empty()));
  }

  private static ShowId soldOut() {
    ShowId show = FIXTURE.show(ROWS, SEATS_PER_ROW);
    FIXTURE.run(
        "UPDATE seat SET state = 'h', version = 1, buyer = 'x', hold_id = gen_random_uuid(), held_until = stampede_now() + interval '1 hour' WHERE show_id = "
            + show);
    return show;
  }

  private static void free(ShowId show, String which) {
    FIXTURE.run(
        "UPDATE seat SET state = 'f', buyer = NULL, hold_id = NULL, held_until = NULL WHERE show_id = %s AND %s"
            .formatted(show, which));
  }

  private record Seen(List<Integer> free, long rows) {}

  private Seen look(ShowId show) throws SQLException {
    try (Connection connection = FIXTURE.database.connection()) {
      connection.setAutoCommit(false);
      long before = rowsRead(connection);
      List<Integer> free = pool.read(connection, show, SEATS).stream().boxed().toList();
      long rows = rowsRead(connection) - before;
      connection.rollback();
      return new Seen(free, rows);
    }
  }

  private static long rowsRead(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(ROWS_READ)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  private static BitSet bits(int... seats) {
    BitSet bits = new BitSet();
    for (int seat : seats) {
      bits.set(seat);
    }
    return bits;
  }

  /** Says what the test wants it to. */
  private static final class Boards implements KnownSeats {

    private Optional<Free> free = Optional.empty();

    @Override
    public List<Integer> takenFrom(ShowId show, List<Integer> seats, Buyer buyer) {
      return List.of();
    }

    @Override
    public Optional<Free> free(ShowId show) {
      return free;
    }
  }
}
