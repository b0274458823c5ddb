package dev.stampede.postgres.claim;

import dev.stampede.engine.claim.HeldSeats;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.SeatChange;
import dev.stampede.engine.claim.SeatEvent;
import dev.stampede.engine.claim.SeatRow;
import dev.stampede.engine.claim.decision.GroupResult;
import dev.stampede.engine.claim.decision.Locked.BuyerKey;
import dev.stampede.engine.claim.decision.Locked.HoldRow;
import dev.stampede.engine.claim.decision.Locked.SeatKey;
import dev.stampede.engine.sale.HoldExtender;
import dev.stampede.engine.show.ShowId;
import dev.stampede.postgres.SqlStep;
import dev.stampede.postgres.Transport;
import dev.stampede.postgres.column.HoldColumns;
import dev.stampede.postgres.column.Micros;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;

/**
 * One batch of an extension, in a transaction that its caller begins and ends.
 *
 * <p>Holds are found without a lock, and decided anew under the locks of all their seats, which a
 * payment, a release, a takeover and the reaper need too, and of their (show, buyer) rows, which a
 * claim needs where the show has a limit. Without the latter the limit would not hold: (1) the
 * extension finds the hold in time, (2) its end comes, (3) its buyer's next claim no longer counts
 * it and is granted, (4) the extension commits, and both are live. The locks are waited for, in the
 * order that all keep: a buyer whose hold was skipped would not get their time.
 */
final class ExtensionBatch {

  static final int HOLDS = 200;

  /** Two servers that run the same extension take turns. */
  private static final String LOCK_EXTENSION =
      """
      SELECT show_id, by_millis, began_at, last_hold, done, extended, clipped
      FROM hold_extension
      WHERE id = ?::bigint
      FOR UPDATE""";

  /** The clock in a sub-select is read once; written plainly, the index could not be used. */
  private static final String NEXT_HOLDS =
      "SELECT "
          + HoldColumns.LIST
          + """
           FROM hold h
          WHERE h.show_id = ?::bigint AND h.state = 'l' AND h.expires_at > (SELECT stampede_now())
            AND h.created_at <= to_timestamp(?::bigint / 1e6::float8) AND h.id > ?::uuid
          ORDER BY h.id
          LIMIT ?::integer""";

  private static final String EXTEND_HOLDS =
      """
      UPDATE hold h
      SET expires_at = to_timestamp(w.expires_at / 1e6::float8)
      FROM (SELECT unnest(?::uuid[]) AS id, unnest(?::bigint[]) AS expires_at) AS w
      WHERE h.id = w.id AND h.state = 'l'""";

  private static final String NOTE_PROGRESS =
      """
      UPDATE hold_extension
      SET last_hold = ?::uuid, done = ?::boolean, extended = ?::integer, clipped = ?::integer
      WHERE id = ?::bigint""";

  /** The progress of an extension. */
  record Progress(boolean done, int extended, int clipped) {
    static final Progress NONE = new Progress(false, 0, 0);
  }

  /** The extension as it stands. */
  private record Extension(
      ShowId show, Duration by, Instant beganAt, UUID lastHold, Progress progress) {

    static Extension read(ResultSet row) throws SQLException {
      return new Extension(
          new ShowId(row.getLong(1)),
          Duration.ofMillis(row.getLong(2)),
          Micros.read(row, 3),
          row.getObject(4, UUID.class),
          new Progress(row.getBoolean(5), row.getInt(6), row.getInt(7)));
    }
  }

  private final Connection connection;
  private final long id;
  private final List<GroupResult.SeatWrite> seats = new ArrayList<>();
  private final List<SeatEvent> events = new ArrayList<>();
  private final List<UUID> extended = new ArrayList<>();
  private final List<Long> ends = new ArrayList<>();
  private int clipped;

  ExtensionBatch(Connection connection, long id) {
    this.connection = connection;
    this.id = id;
  }

  /** Runs the next batch, and adds the changes to tell after the commit. */
  Progress run(List<SeatChange> changes) throws SQLException {
    List<Extension> found = new ArrayList<>(1);
    Transport.TOGETHER.send(
        connection,
        List.of(
            SqlStep.update(RowLocking.limitWait()),
            SqlStep.query(LOCK_EXTENSION, row -> found.add(Extension.read(row)), id)));
    Extension extension = found.getFirst();
    if (extension.progress().done()) {
      return extension.progress();
    }
    List<HeldSeats> next = nextHolds(extension);
    LockedRows rows = lock(next);
    next.forEach(hold -> decide(hold.id(), extension.by(), rows));

    Progress progress =
        new Progress(
            next.size() < HOLDS,
            extension.progress().extended() + extended.size(),
            extension.progress().clipped() + clipped);
    GroupResult.Writes writes = GroupResult.Writes.ofSeats(seats, events);
    List<SqlStep> steps = new ArrayList<>(GroupWrites.steps(writes, rows.now()));
    steps.add(extendHolds());
    steps.add(
        SqlStep.update(
            NOTE_PROGRESS,
            next.isEmpty() ? extension.lastHold() : next.getLast().id().value(),
            progress.done(),
            progress.extended(),
            progress.clipped(),
            id));
    Transport.TOGETHER.send(connection, steps);
    changes.addAll(SeatChanges.of(writes, rows.now()));
    return progress;
  }

  private List<HeldSeats> nextHolds(Extension extension) throws SQLException {
    List<HeldSeats> next = new ArrayList<>();
    SqlStep find =
        SqlStep.query(
            NEXT_HOLDS,
            row -> next.add(HoldColumns.read(row, 1).hold()),
            extension.show().value(),
            Micros.of(extension.beganAt()),
            extension.lastHold(),
            HOLDS);
    Transport.TOGETHER.send(connection, List.of(find));
    return next;
  }

  private LockedRows lock(List<HeldSeats> holds) throws SQLException {
    NavigableSet<SeatKey> keys = new TreeSet<>();
    NavigableSet<BuyerKey> buyers = new TreeSet<>();
    for (HeldSeats hold : holds) {
      hold.seats().forEach(seat -> keys.add(new SeatKey(hold.show(), seat)));
      buyers.add(new BuyerKey(hold.show(), hold.buyer()));
    }
    List<HoldId> ids = holds.stream().map(HeldSeats::id).toList();
    LockedRows rows = new LockedRows();
    Transport.TOGETHER.send(connection, GroupLock.seatsOfHolds(keys, buyers, ids, rows));
    return rows;
  }

  /**
   * A hold that has ended by now, or was paid or given back a moment ago, stays so. A hold that has
   * lost a seat to another buyer has ended, even if a clock that stepped back says otherwise.
   */
  private void decide(HoldId hold, Duration by, LockedRows rows) {
    HoldRow row = Objects.requireNonNull(rows.hold(hold), "holds are never deleted");
    Instant end = row.hold().expiresAt();
    if (row.state() != HoldRow.State.LIVE
        || !end.isAfter(rows.now())
        || !hasItsSeats(row.hold(), rows)) {
      return;
    }
    Instant wanted = end.plus(by);
    Instant latest = rows.now().plus(HoldExtender.LONGEST);
    if (wanted.isAfter(latest)) {
      clipped++;
    }
    Instant later = wanted.isAfter(latest) ? latest : wanted;
    if (later.isAfter(end)) {
      extend(row.hold(), later, rows);
    }
  }

  private static boolean hasItsSeats(HeldSeats hold, LockedRows rows) {
    return hold.seats().stream().allMatch(seat -> seat(hold, seat, rows).isHeldBy(hold.id()));
  }

  private static SeatRow seat(HeldSeats hold, int seat, LockedRows rows) {
    return Objects.requireNonNull(
        rows.seat(new SeatKey(hold.show(), seat)), "seats are never deleted");
  }

  private void extend(HeldSeats hold, Instant until, LockedRows rows) {
    extended.add(hold.id().value());
    ends.add(Micros.of(until));
    SeatRow.Owner owner = new SeatRow.Owner(hold.buyer(), hold.id(), until);
    for (int seat : hold.seats()) {
      SeatRow row = seat(hold, seat, rows);
      int version = row.version() + 1;
      seats.add(
          new GroupResult.SeatWrite(
              hold.show(), new SeatRow(seat, row.state(), version, Optional.of(owner))));
      events.add(
          new SeatEvent(
              hold.show(),
              seat,
              version,
              SeatEvent.Type.HELD,
              SeatEvent.Reason.MORE_TIME,
              hold.buyer(),
              hold.id(),
              Optional.empty(),
              rows.now()));
    }
  }

  private SqlStep extendHolds() {
    return SqlStep.update(
        EXTEND_HOLDS,
        extended.toArray(UUID[]::new),
        ends.stream().mapToLong(Long::longValue).toArray());
  }
}
