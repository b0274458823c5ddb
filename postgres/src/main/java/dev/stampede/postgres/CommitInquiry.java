package dev.stampede.postgres;

import dev.stampede.engine.claim.Decided;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Refund;
import dev.stampede.engine.claim.SeatEvent;
import dev.stampede.engine.claim.Transfer;
import dev.stampede.lane.Commit.Fate;
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
 * look for what the transaction wrote; seat events, transfers and refunds are never deleted, and
 * outcomes of requests not for days, so that the first of them is there if and only if the group
 * was committed.
 *
 * <p>The server's own word on the transaction's id is not taken for that. After a crash ids that
 * never reached the disk are given out again, and after a failover the id means another
 * transaction; what was written is right in both.
 */
final class CommitInquiry {

  private static final Duration FIRST_PAUSE = Duration.ofMillis(5);
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(250);

  /** The id was never given out by this server, so that nothing is running under it. */
  private static final String INVALID_PARAMETER = "22023";

  private static final String READ_STATUS =
      "SELECT coalesce(pg_xact_status(?::text::xid8), 'forgotten'), pg_is_in_recovery()";

  private static final String LOOK_FOR_EVENT =
      """
      SELECT EXISTS (
        SELECT FROM seat_event
        WHERE show_id = ?::bigint AND number = ?::integer AND version = ?::integer
          AND hold_id = ?::uuid)""";

  /** A top-up moves no seat. */
  private static final String LOOK_FOR_TRANSFER =
      "SELECT EXISTS (SELECT FROM transfer WHERE id = ?::uuid)";

  /** A payment outside that was refused moves neither. */
  private static final String LOOK_FOR_REFUND =
      "SELECT EXISTS (SELECT FROM outside_payment WHERE refund_id = ?::uuid)";

  /** A release may have found none of its seats still its own: then it wrote no event. */
  private static final String LOOK_FOR_RELEASE =
      "SELECT EXISTS (SELECT FROM hold WHERE id = ?::uuid AND state = 'r')";

  private static final Logger log = LoggerFactory.getLogger(CommitInquiry.class);

  private final PostgresSettings settings;
  private final String transaction;
  private final Decided.Writes writes;

  CommitInquiry(PostgresSettings settings, String transaction, Decided.Writes writes) {
    this.settings = settings;
    this.transaction = transaction;
    this.writes = writes;
  }

  /** Takes at most the transaction time-out and two seconds. */
  Fate fate() {
    long end =
        System.nanoTime() + settings.transactionTimeout().plus(LaneConnection.GRACE).toNanos();
    Duration pause = FIRST_PAUSE;
    while (true) {
      try (Connection connection = LaneConnection.connect(settings)) {
        if (isOver(connection)) {
          return isWritten(connection) ? Fate.COMMITTED : Fate.ROLLED_BACK;
        }
      } catch (SQLException e) {
        log.debug("an inquiry into transaction {} got no answer yet", transaction, e);
      }
      if (System.nanoTime() + pause.toNanos() > end || Thread.currentThread().isInterrupted()) {
        log.warn("what became of transaction {} could not be found out in time", transaction);
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

  private boolean isWritten(Connection connection) throws SQLException {
    boolean[] found = new boolean[1];
    SqlStep.RowReader note = row -> found[0] = row.getBoolean(1);
    SqlStep look;
    if (!writes.events().isEmpty()) {
      SeatEvent first = writes.events().getFirst();
      look =
          SqlStep.query(
              LOOK_FOR_EVENT,
              note,
              first.show().value(),
              first.seat(),
              first.version(),
              first.hold().value());
    } else if (!writes.points().transfers().isEmpty()) {
      Transfer first = writes.points().transfers().getFirst();
      look = SqlStep.query(LOOK_FOR_TRANSFER, note, first.id().value());
    } else if (!writes.bookings().refunds().isEmpty()) {
      Refund first = writes.bookings().refunds().getFirst();
      look = SqlStep.query(LOOK_FOR_REFUND, note, first.id().value());
    } else if (writes.holds().released().isEmpty()) {
      look = StoredOutcomes.isThere(writes.outcomes().getFirst(), note);
    } else {
      HoldId released = writes.holds().released().getFirst();
      look = SqlStep.query(LOOK_FOR_RELEASE, note, released.value());
    }
    Transport.TOGETHER.send(connection, List.of(look));
    return found[0];
  }
}
