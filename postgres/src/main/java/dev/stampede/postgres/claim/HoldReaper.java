package dev.stampede.postgres.claim;

import dev.stampede.engine.claim.ClaimNews;
import dev.stampede.engine.claim.HeldSeats;
import dev.stampede.engine.claim.SeatChange;
import dev.stampede.engine.claim.SeatEvent;
import dev.stampede.engine.claim.SeatRow;
import dev.stampede.engine.claim.SeatState;
import dev.stampede.engine.claim.decision.GroupResult;
import dev.stampede.engine.claim.decision.Locked.SeatKey;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.DatabaseException;
import dev.stampede.postgres.SqlStep;
import dev.stampede.postgres.Transport;
import dev.stampede.postgres.column.HoldColumns;
import dev.stampede.postgres.column.Micros;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Tidies up after holds that have expired: frees the seats that are still theirs, so that everybody
 * sees it. Nobody waits for it, for an expired hold's seats can be claimed without it.
 *
 * <p>Several servers may run one each. Each skips the seats that another reaper or a claim has
 * locked, and finds them next time.
 */
public final class HoldReaper {

  private static final int HOLDS_PER_BATCH = 500;
  private static final int BATCHES_PER_TICK = 20;

  /** A show that is made or changed meanwhile may have shorter holds than all others. */
  static final Duration LONGEST_REST = Duration.ofSeconds(15);

  /**
   * A look begins where the last one ended, less the time that a transaction may take that makes a
   * hold or locks one. An old snapshot (a backup, a report) keeps the index entries of all holds
   * that have ended since, and a look that began at the first would step over all of them.
   */
  private static final Duration OVERLAP = Duration.ofSeconds(15);

  /** Now and then all are looked at: one may have been locked for longer, or a clock set back. */
  private static final Duration LOOK_AT_ALL_EVERY = Duration.ofMinutes(1);

  private static final String FIND_EXPIRED =
      "SELECT "
          + HoldColumns.LIST
          + """
           FROM hold h
          WHERE h.state = 'l' AND h.expires_at <= (SELECT stampede_now())
            AND h.expires_at >= to_timestamp(?::bigint / 1e6::float8)
          ORDER BY h.expires_at
          LIMIT ?::integer""";

  /** Until the first hold ends; one that is made meanwhile lasts as long as its show says. */
  private static final String REST =
      """
      SELECT stampede_now(), greatest(0, least(
        (SELECT extract(epoch FROM min(expires_at) - (SELECT stampede_now())) * 1000
         FROM hold WHERE state = 'l' AND expires_at >= to_timestamp(?::bigint / 1e6::float8)),
        (SELECT min(hold_millis) FROM show
         WHERE gate <> 'c' AND starts_at > (SELECT stampede_now()) - interval '1 day'),
        ?::bigint))""";

  /**
   * Under the locks of all its seats, which its buyer would need to give it back meanwhile. Its end
   * is looked at again, for it was read before the locks: (1) an extension is decided in time, (2)
   * the end comes, (3) the hold is found to have expired, (4) the extension commits. The moment is
   * the one by which its seats were freed: a clock that steps must not set the two apart.
   */
  private static final String MARK_EXPIRED =
      """
      UPDATE hold SET state = 'e'
      WHERE id = ANY (?::uuid[]) AND state = 'l'
        AND expires_at <= to_timestamp(?::bigint / 1e6::float8)""";

  private final Database database;
  private final ClaimNews news;

  /** The start of the next look: no hold that ended before is left to tidy up. */
  private Instant from = Instant.EPOCH;

  private long lookedAtAll = System.nanoTime();

  public HoldReaper(Database database, ClaimNews news) {
    this.database = database;
    this.news = news;
  }

  /**
   * The result of a tick.
   *
   * @param freed the number of seats
   * @param rest how long no hold will end
   */
  public record Tidied(int freed, Duration rest) {}

  /** Frees the seats of expired holds, up to a limit; the next call goes on from there. */
  public Tidied tick() {
    long now = System.nanoTime();
    if (now - lookedAtAll >= LOOK_AT_ALL_EVERY.toNanos()) {
      lookedAtAll = now;
      from = Instant.EPOCH;
    }
    int freed = 0;
    for (int batch = 0; batch < BATCHES_PER_TICK; batch++) {
      Look look = look();
      freed += reap(look.expired());
      if (look.isLast()) {
        from = look.at().minus(OVERLAP);
        return new Tidied(freed, look.rest());
      }
      from = look.expired().getLast().expiresAt();
    }
    return new Tidied(freed, Duration.ZERO);
  }

  /**
   * The holds that have expired, up to a limit.
   *
   * @param at when that was
   * @param rest how long no hold will end
   */
  private record Look(List<HeldSeats> expired, Instant at, Duration rest) {

    boolean isLast() {
      return expired.size() < HOLDS_PER_BATCH;
    }
  }

  private Look look() {
    List<HeldSeats> expired = new ArrayList<>();
    AtomicReference<Instant> at = new AtomicReference<>(Instant.EPOCH);
    AtomicLong millis = new AtomicLong();
    long since = Micros.of(from);
    SqlStep find =
        SqlStep.query(
            FIND_EXPIRED,
            row -> expired.add(HoldColumns.read(row, 1).hold()),
            since,
            HOLDS_PER_BATCH);
    SqlStep rest =
        SqlStep.query(
            REST,
            row -> {
              at.set(Micros.read(row, 1));
              millis.set((long) row.getDouble(2));
            },
            since,
            LONGEST_REST.toMillis());
    try (Connection connection = database.connection()) {
      Transport.TOGETHER.send(connection, List.of(find, rest));
    } catch (SQLException e) {
      throw failed(e);
    }
    return new Look(expired, at.get(), Duration.ofMillis(expired.isEmpty() ? millis.get() : 0));
  }

  private int reap(List<HeldSeats> expired) {
    if (expired.isEmpty()) {
      return 0;
    }
    try (Connection connection = database.connection()) {
      // The pool rolls back an uncommitted transaction when it gets the connection back.
      connection.setAutoCommit(false);
      return reap(connection, expired);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  private static DatabaseException failed(SQLException e) {
    return new DatabaseException("expired holds could not be tidied up: " + e.getMessage(), e);
  }

  private int reap(Connection connection, List<HeldSeats> expired) throws SQLException {
    NavigableSet<SeatKey> keys = new TreeSet<>();
    expired.forEach(hold -> hold.seats().forEach(seat -> keys.add(new SeatKey(hold.show(), seat))));
    LockedRows rows = new LockedRows();
    Transport.TOGETHER.send(connection, GroupLock.moreSeats(keys, rows));

    List<GroupResult.SeatWrite> seats = new ArrayList<>();
    List<SeatEvent> events = new ArrayList<>();
    List<UUID> tidied = new ArrayList<>();
    for (HeldSeats hold : expired) {
      boolean complete = true;
      for (int seat : hold.seats()) {
        SeatRow row = rows.seat(new SeatKey(hold.show(), seat));
        if (row == null) {
          complete = false;
        } else if (row.isHeldBy(hold.id()) && !row.isHeldAt(rows.now())) {
          free(hold, row, rows, seats, events);
        }
      }
      if (complete) {
        tidied.add(hold.id().value());
      }
    }
    GroupResult.Writes writes = GroupResult.Writes.ofSeats(seats, events);
    List<SqlStep> steps = new ArrayList<>(GroupWrites.steps(writes, rows.now()));
    steps.add(SqlStep.update(MARK_EXPIRED, tidied.toArray(UUID[]::new), Micros.of(rows.now())));
    Transport.TOGETHER.send(connection, steps);
    connection.commit();

    List<SeatChange> changes = SeatChanges.of(writes, rows.now());
    if (!changes.isEmpty()) {
      news.committed(changes);
    }
    return changes.size();
  }

  private static void free(
      HeldSeats hold,
      SeatRow row,
      LockedRows rows,
      List<GroupResult.SeatWrite> seats,
      List<SeatEvent> events) {
    int version = row.version() + 1;
    seats.add(
        new GroupResult.SeatWrite(
            hold.show(), new SeatRow(row.seat(), SeatState.FREE, version, Optional.empty())));
    events.add(
        new SeatEvent(
            hold.show(),
            row.seat(),
            version,
            SeatEvent.Type.RELEASED,
            SeatEvent.Reason.EXPIRED,
            hold.buyer(),
            hold.id(),
            Optional.empty(),
            rows.now()));
  }
}
