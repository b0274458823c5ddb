package dev.stampede.postgres.claim;

import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimNews;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.SeatChange;
import dev.stampede.engine.claim.WalletLimits;
import dev.stampede.engine.claim.Wanted;
import dev.stampede.engine.claim.decision.GroupResult;
import dev.stampede.engine.claim.layer.KnownSeats;
import dev.stampede.engine.show.ShowId;
import dev.stampede.lane.Commit;
import dev.stampede.lane.Commit.Fate;
import dev.stampede.lane.Committer;
import dev.stampede.lane.Decision;
import dev.stampede.lane.LaneUnavailableException;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.DatabaseMonitor;
import dev.stampede.postgres.DatabaseTimeouts;
import dev.stampede.postgres.LaneConnection;
import dev.stampede.postgres.PostgresSettings;
import dev.stampede.postgres.SqlFailure;
import dev.stampede.postgres.Transport;
import dev.stampede.postgres.show.PostgresShows;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides and writes a group of claims in one transaction of two round trips.
 *
 * <ol>
 *   <li>BEGIN, the row locks, and the reads that decide the claims;
 *   <li>the writes, as arrays, and COMMIT.
 * </ol>
 *
 * <p>More are needed only where a show is seen for the first time, a buyer with a limit or a wallet
 * to be filled is new, the best seats are wanted and others were faster, or the rows read require
 * further queries ({@link FollowUpQueries}).
 *
 * <p>Until the second has been sent nothing can have happened, and a lost connection is a failure.
 * After that it is a doubt, which {@link CommitInquiry} resolves.
 */
public final class GroupCommitter implements Committer<Claim, ClaimOutcome>, AutoCloseable {

  /** The most tries of a group that conflicts with other transactions. */
  private static final int MAX_TRIES = 4;

  /** The most connections on which a group is tried before it fails. */
  private static final int MAX_CONNECTIONS = 2;

  /** The most picks of seats for a claim that waits alone. */
  private static final int MAX_PICKS_ALONE = 5;

  private static final Logger log = LoggerFactory.getLogger(GroupCommitter.class);

  private final PostgresSettings settings;
  private final DatabaseMonitor monitor;
  private final CommitterCache known;
  private final ClaimNews news;
  private final LaneConnection link;
  private final UnderLocks underLocks;
  private final DatabaseTimeouts timeouts;

  /** A committer with the usual limits for wallets. */
  public GroupCommitter(Database database, PostgresShows shows, ClaimNews news) {
    this(database, shows, WalletLimits.DEFAULT, news);
  }

  public GroupCommitter(
      Database database, PostgresShows shows, WalletLimits limits, ClaimNews news) {
    this(database, shows, limits, news, UnderLocks.NOTHING);
  }

  /**
   * A committer for the contention lab.
   *
   * @param underLocks done once for each group
   */
  public GroupCommitter(
      Database database,
      PostgresShows shows,
      WalletLimits limits,
      ClaimNews news,
      UnderLocks underLocks) {
    this(database, shows, limits, news, underLocks, KnownSeats.NOTHING);
  }

  /**
   * A committer of a process that has boards.
   *
   * @param seats says which seats may be free, so that the others need not be read to learn that
   *     too few are
   */
  public GroupCommitter(
      Database database,
      PostgresShows shows,
      WalletLimits limits,
      ClaimNews news,
      UnderLocks underLocks,
      KnownSeats seats) {
    this.settings = database.settings();
    this.monitor = database.monitor();
    this.known = CommitterCache.empty(limits, shows.maps(), seats);
    this.news = news;
    this.link = new LaneConnection(settings);
    this.underLocks = underLocks;
    this.timeouts = database.timeouts();
  }

  @Override
  public Commit<ClaimOutcome> commit(List<Claim> group) throws SQLException {
    return run(group, RowLocking.SKIP);
  }

  @Override
  public Commit<ClaimOutcome> commitAlone(Claim claim) throws SQLException {
    return claim.bare() instanceof Claim.Taking best && best.wanted() instanceof Wanted.Best
        ? pickAlone(claim, best.show())
        : run(List.of(claim), RowLocking.WAIT);
  }

  private Commit<ClaimOutcome> pickAlone(Claim best, ShowId show) throws SQLException {
    Commit<ClaimOutcome> commit = carriedOver(1);
    for (int picks = 0; picks < MAX_PICKS_ALONE; picks++) {
      known.pool().forget(show);
      commit = run(List.of(best), RowLocking.WAIT);
      if (!(commit.decisions().getFirst() instanceof Decision.CarriedOver)) {
        break;
      }
    }
    return commit;
  }

  /**
   * Takes news of seats that any lane of this process has changed; from any thread, without
   * waiting.
   */
  public void learn(SeatChange change) {
    known.pool().learn(change);
  }

  /** Forgets what it knows of a database that was rewound; from any thread, without waiting. */
  public void startOver() {
    known.startOver();
  }

  @Override
  public void close() {
    link.close();
  }

  private Commit<ClaimOutcome> run(List<Claim> group, RowLocking locking) throws SQLException {
    if (monitor.isAway()) {
      // Claims that were queued when PostgreSQL went away fail at once, not one timeout after the
      // other.
      throw new LaneUnavailableException(
          "PostgreSQL at %s is unavailable; nothing was written".formatted(settings.url().hosts()));
    }
    int connections = 1;
    for (int tries = 1; ; tries++) {
      try {
        return attempt(group, locking);
      } catch (SQLException e) {
        timeouts.note(e);
        switch (SqlFailure.of(e)) {
          case ROW_LOCKED -> {
            link.rollback();
            // The row was waited for in vain. A stored answer needs no row: a repeat still gets it.
            return locking == RowLocking.WAIT
                ? run(group, RowLocking.SKIP)
                : carriedOver(group.size());
          }
          case CONFLICT -> {
            link.rollback();
            if (tries == MAX_TRIES) {
              throw e;
            }
          }
          case CONNECTION -> {
            link.discard();
            if (connections++ == MAX_CONNECTIONS) {
              throw new LaneUnavailableException(
                  "PostgreSQL at %s is unavailable (%s); nothing was written"
                      .formatted(settings.url().hosts(), e.getMessage()),
                  e);
            }
          }
          case OTHER -> {
            link.rollback();
            throw e;
          }
        }
      } catch (RuntimeException | Error e) {
        link.discard();
        throw e;
      }
    }
  }

  private Commit<ClaimOutcome> attempt(List<Claim> group, RowLocking locking) throws SQLException {
    GroupTransaction transaction =
        new GroupTransaction(link.open(), Transport.TOGETHER, known, underLocks);
    GroupTransaction.Result result = transaction.decide(group, locking);
    GroupResult decided = result.decided();
    if (decided.writes().isEmpty()) {
      link.rollback();
      return new Commit.Done<>(decided.decisions());
    }
    // Made before the commit: nothing may fail between the commit and its answer.
    CommitNews committed = CommitNews.of(decided.writes(), result.now());
    try {
      transaction.commit(result);
    } catch (SQLException e) {
      if (SqlFailure.of(e) == SqlFailure.CONNECTION) {
        timeouts.note(e);
        return inDoubt(result, committed, e);
      }
      throw e;
    } catch (RuntimeException | Error e) {
      return inDoubt(result, committed, e);
    }
    tell(committed);
    return new Commit.Done<>(decided.decisions());
  }

  private Commit<ClaimOutcome> inDoubt(
      GroupTransaction.Result result, CommitNews committed, Throwable cause) {
    log.warn(
        "no answer to the COMMIT of transaction {}; the server checks whether it was committed",
        result.transaction(),
        cause);
    link.discard();
    known.pool().forgetAll();
    CommitInquiry inquiry = new CommitInquiry(settings, result.transaction(), result.mark());
    return new Commit.InDoubt<>(
        result.decided().decisions(),
        () -> {
          Fate fate = inquiry.fate();
          if (fate == Fate.COMMITTED) {
            tell(committed);
          }
          return fate;
        });
  }

  private void tell(CommitNews committed) {
    committed.tell(changes -> changes.forEach(known.pool()::apply), news);
  }

  private static Commit<ClaimOutcome> carriedOver(int count) {
    Decision<ClaimOutcome> carried = new Decision.CarriedOver<>();
    return new Commit.Done<>(Collections.nCopies(count, carried));
  }
}
