package dev.stampede.postgres.claim;

import dev.stampede.lane.Commit.Fate;
import dev.stampede.postgres.LaneConnection;
import dev.stampede.postgres.PostgresSettings;
import dev.stampede.postgres.SqlStep;
import dev.stampede.postgres.Transport;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out whether a transaction whose commit was never answered has happened.
 *
 * <p>First it waits until the transaction is over: the server may still be working on a commit
 * whose client is gone. It cannot last longer than the transaction's time-out. Only then does it
 * look for the transaction's {@link CommitMark}, which is there if and only if the group was
 * committed.
 *
 * <p>The server's own word on the transaction's id is not taken for that. After a crash ids that
 * never reached the disk are given out again, and after a failover the id means another
 * transaction; the mark is right in both.
 */
final class CommitInquiry {

  private static final Duration FIRST_PAUSE = Duration.ofMillis(5);
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(250);

  /** The id was never given out by this server, so that nothing is running under it. */
  private static final String INVALID_PARAMETER = "22023";

  private static final String READ_STATUS =
      "SELECT coalesce(pg_xact_status(?::text::xid8), 'forgotten'), pg_is_in_recovery()";

  private static final Logger log = LoggerFactory.getLogger(CommitInquiry.class);

  private final PostgresSettings settings;
  private final String transaction;
  private final CommitMark mark;

  CommitInquiry(PostgresSettings settings, String transaction, CommitMark mark) {
    this.settings = settings;
    this.transaction = transaction;
    this.mark = mark;
  }

  /** Looks again and again, for the last time after the transaction time-out and two seconds. */
  Fate fate() {
    long end =
        System.nanoTime() + settings.transactionTimeout().plus(LaneConnection.GRACE).toNanos();
    Duration pause = FIRST_PAUSE;
    while (true) {
      try (Connection connection = LaneConnection.connect(settings)) {
        if (isOver(connection)) {
          return isMarked(connection) ? Fate.COMMITTED : Fate.ROLLED_BACK;
        }
      } catch (SQLException e) {
        log.debug("an inquiry into transaction {} got no answer yet", transaction, e);
      }
      if (System.nanoTime() + pause.toNanos() > end || Thread.currentThread().isInterrupted()) {
        log.warn(
            "cannot find out whether transaction {} was committed; its HTTP callers get 503"
                + " outcome-unknown, its requests from Kafka are tried again",
            transaction);
        return Fate.UNKNOWN;
      }
      LockSupport.parkNanos(pause.toNanos());
      pause =
          pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0
              ? pause.multipliedBy(2)
              : LONGEST_PAUSE;
    }
  }

  private boolean isOver(Connection connection) throws SQLException {
    boolean[] over = new boolean[1];
    try {
      Transport.TOGETHER.send(
          connection,
          List.of(
              SqlStep.query(
                  READ_STATUS,
                  // A standby may lag behind: only a primary's word counts.
                  row -> over[0] = !row.getString(1).equals("in progress") && !row.getBoolean(2),
                  transaction)));
    } catch (SQLException e) {
      if (!INVALID_PARAMETER.equals(e.getSQLState())) {
        throw e;
      }
      return true;
    }
    return over[0];
  }

  private boolean isMarked(Connection connection) throws SQLException {
    boolean[] found = new boolean[1];
    SqlStep look = mark.isThere(transaction, row -> found[0] = row.getBoolean(1));
    Transport.TOGETHER.send(connection, List.of(look));
    return found[0];
  }
}
