package dev.stampede.postgres;

import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.Decided;
import dev.stampede.engine.claim.Decider;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Locked.SeatKey;
import dev.stampede.engine.claim.SeatRow;
import dev.stampede.engine.claim.Wanted;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;

/**
 * One transaction that decides a group of claims: lock, look, decide, write. What is written
 * travels together or statement by statement, as its owner likes.
 */
final class GroupTransaction {

  /** How often seats are picked again when somebody else turns out to have them. */
  private static final int MAX_REVISIONS = 4;

  /**
   * What the group came to, and as what the server knows it.
   *
   * @param transaction its id
   */
  record Result(Decided decided, Instant now, String transaction) {}

  private final Connection connection;
  private final Transport writing;
  private final ShowMaps maps;
  private final BuyerRows buyers;
  private final FreeSeatPool pool;

  GroupTransaction(
      Connection connection,
      Transport writing,
      ShowMaps maps,
      BuyerRows buyers,
      FreeSeatPool pool) {
    this.connection = connection;
    this.writing = writing;
    this.maps = maps;
    this.buyers = buyers;
    this.pool = pool;
  }

  /** Begins the transaction, locks, and decides; nothing is written yet. */
  Result decide(List<Claim> group, RowLocking locking) throws SQLException {
    connection.setAutoCommit(true);
    maps.load(connection, group.stream().map(Claim::show).toList());
    BestPicks picks = new BestPicks(pool, maps);
    picks.propose(connection, group);
    Footprint footprint = Footprint.of(group, picks.proposals(), maps::hasBuyerLimit);
    buyers.create(connection, footprint.buyers());
    connection.setAutoCommit(false);

    LockedRows rows = new LockedRows();
    Transport.TOGETHER.send(connection, GroupLock.steps(footprint, locking, rows));
    maps.learn(rows.terms().values());
    buyers.forgetUnless(rows, footprint.buyers());
    if (locking == RowLocking.SKIP) {
      lockOtherPicks(picks, rows);
    }
    readOwnHolds(group, rows);
    Decided decided = Decider.decide(group, rows.locked(maps::map), picks.proposals());
    return new Result(decided, rows.now(), rows.transaction());
  }

  private void lockOtherPicks(BestPicks picks, LockedRows rows) throws SQLException {
    for (int round = 0; round < MAX_REVISIONS && !picks.isEmpty(); round++) {
      NavigableSet<SeatKey> more = picks.revise(connection, rows);
      if (more.isEmpty()) {
        return;
      }
      Transport.TOGETHER.send(connection, GroupLock.moreSeats(more, rows));
    }
  }

  /**
   * Who claims what is theirs already is told so, with the hold they have. That is rare, so it is
   * worth a round trip of its own, and nobody can change these holds while we have their seats.
   */
  private void readOwnHolds(List<Claim> group, LockedRows rows) throws SQLException {
    Set<HoldId> own = new HashSet<>();
    for (Claim claim : group) {
      if (claim instanceof Claim.Hold hold && hold.wanted() instanceof Wanted.Seats named) {
        for (int seat : named.numbers()) {
          SeatRow row = rows.seat(new SeatKey(hold.show(), seat));
          if (row != null && row.isHeldBy(hold.buyer(), rows.now())) {
            own.add(row.owner().orElseThrow().hold());
          }
        }
      }
    }
    own.removeIf(rows::hasHold);
    if (!own.isEmpty()) {
      Transport.TOGETHER.send(connection, List.of(GroupLock.readHolds(own, rows)));
    }
  }

  /** Writes and commits. When this throws, {@link SqlFailure} tells what may have happened. */
  void commit(Result result) throws SQLException {
    List<SqlStep> steps =
        new ArrayList<>(GroupWrites.steps(result.decided().writes(), result.now()));
    steps.add(SqlStep.COMMIT);
    writing.send(connection, steps);
  }
}
