package dev.stampede.postgres.claim;

import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.decision.Decider;
import dev.stampede.engine.claim.decision.GroupResult;
import dev.stampede.engine.claim.decision.Locked;
import dev.stampede.engine.claim.decision.Locked.SeatKey;
import dev.stampede.engine.show.ShowId;
import dev.stampede.postgres.SqlStep;
import dev.stampede.postgres.Transport;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;

/**
 * One transaction that decides a group of claims: lock, look, decide, write. The writes travel
 * together or statement by statement, as its owner chooses.
 */
public final class GroupTransaction {

  /** The most times that seats are picked again when another buyer turns out to have them. */
  private static final int MAX_REVISIONS = 4;

  /**
   * The decisions of a group, and the identity of its transaction.
   *
   * @param transaction its id
   * @param mark a row that exists if and only if the transaction has committed
   */
  public record Result(GroupResult decided, Instant now, String transaction, CommitMark mark) {}

  private final Connection connection;
  private final Transport writing;
  private final CommitterCache known;
  private final UnderLocks underLocks;

  public GroupTransaction(Connection connection, Transport writing, CommitterCache known) {
    this(connection, writing, known, UnderLocks.NOTHING);
  }

  public GroupTransaction(
      Connection connection, Transport writing, CommitterCache known, UnderLocks underLocks) {
    this.connection = connection;
    this.writing = writing;
    this.known = known;
    this.underLocks = underLocks;
  }

  /** Begins the transaction, locks, and decides; nothing is written yet. */
  public Result decide(List<Claim> group, RowLocking locking) throws SQLException {
    connection.setAutoCommit(true);
    known.maps().load(connection, shows(group));
    BestPicks picks = new BestPicks(known.pool(), known.maps());
    picks.propose(connection, group);
    Footprint footprint = Footprint.of(group, picks.proposals(), known.maps()::rules);
    known.buyers().create(connection, footprint.buyers().all());
    known.wallets().create(connection, footprint.wallets().filled());
    connection.setAutoCommit(false);

    LockedRows rows = new LockedRows();
    lock(GroupLock.steps(footprint, locking, rows));
    known.maps().learn(rows.terms().values());
    known.buyers().forgetUnless(rows, footprint.buyers().all());
    if (locking == RowLocking.SKIP) {
      lockOtherPicks(picks, rows);
    }
    new FollowUpQueries(group, footprint, rows).read(connection);
    underLocks.run();
    Locked locked = rows.locked(known.maps()::map, known.limits());
    GroupResult decided = Decider.decide(group, locked, picks.proposals());
    return new Result(decided, rows.now(), rows.transaction(), CommitMark.fresh());
  }

  private void lock(List<SqlStep> steps) throws SQLException {
    long began = System.nanoTime();
    try {
      Transport.TOGETHER.send(connection, steps);
    } finally {
      underLocks.lockedAfter(Duration.ofNanos(System.nanoTime() - began));
    }
  }

  private static List<ShowId> shows(List<Claim> group) {
    return group.stream()
        .filter(Claim.OfShow.class::isInstance)
        .map(claim -> ((Claim.OfShow) claim).show())
        .toList();
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

  /** Writes and commits. When this throws, {@code SqlFailure} tells what may have happened. */
  void commit(Result result) throws SQLException {
    List<SqlStep> steps =
        new ArrayList<>(GroupWrites.steps(result.decided().writes(), result.now()));
    steps.add(result.mark().write());
    steps.add(SqlStep.COMMIT);
    writing.send(connection, steps);
  }
}
