package dev.stampede.postgres.events;

import dev.stampede.engine.events.EventRange;
import dev.stampede.engine.events.OutboxEvent;
import dev.stampede.postgres.SqlStep;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Keeps for each range an id up to which nothing can be left in the outbox, so that a reader need
 * not skip deleted rows: while anybody has an old snapshot (a backup, a report) those rows stay in
 * the index, and every sale adds more of them.
 *
 * <p>Ids are drawn before the commit, so that the highest id that was read says nothing. But a
 * transaction that draws one has a transaction id by then, for it has locked seats. So from time to
 * time the reader notes the last id and, after it, a new transaction id. Once all transactions
 * before that one have ended, the reader sees all ids up to the noted one that there will ever be;
 * if none of them is left, that id is the floor.
 *
 * <p>A floor holds for one server process of PostgreSQL and one epoch of the database: a rewound
 * database may give out ids once more. One caller at a time.
 */
final class OutboxFloors {

  /** The interval between two notes. */
  private static final Duration NOTE_EVERY = Duration.ofSeconds(1);

  /** Names the history that floors belong to; a reader compares it. */
  static final String HISTORY =
      "(SELECT concat_ws(' ', pg_postmaster_start_time(), max(epoch)) FROM database_epoch)";

  /**
   * Two statements, the second after the first. The second draws a transaction id, once a second:
   * the upper end of a snapshot may be lower than the id of a running transaction.
   */
  private static final String LAST_ID =
      "SELECT last_value - CASE WHEN is_called THEN 0 ELSE 1 END FROM outbox_id_seq";

  private static final String TRANSACTIONS =
      "SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint,"
          + " pg_current_xact_id()::text::bigint, "
          + HISTORY;

  private final LongSupplier nanos;
  private final long[] floors = new long[EventRange.COUNT];
  private long lastNoted;
  private String history = "";

  /** The noted id, and the first transaction that can only draw higher ones. */
  private long notedId;

  private long notedTransaction;

  private long lastId;
  private long oldestRunning;
  private long ownTransaction;
  private boolean looked;

  OutboxFloors(LongSupplier nanos) {
    this.nanos = nanos;
    this.lastNoted = nanos.getAsLong() - NOTE_EVERY.toNanos();
  }

  /** Returns the queries to run before the outbox is read, in this order and on one connection. */
  List<SqlStep> steps() {
    looked = nanos.getAsLong() - lastNoted >= NOTE_EVERY.toNanos();
    if (!looked) {
      return List.of();
    }
    lastNoted = nanos.getAsLong();
    return List.of(
        SqlStep.query(LAST_ID, row -> lastId = row.getLong(1)),
        SqlStep.query(
            TRANSACTIONS,
            row -> {
              oldestRunning = row.getLong(1);
              ownTransaction = row.getLong(2);
              begin(row.getString(3));
            }));
  }

  private void begin(String now) {
    if (!now.equals(history)) {
      history = now;
      Arrays.fill(floors, 0);
      notedId = 0;
      notedTransaction = 0;
    }
  }

  /** The history that the floors belong to; in any other there are no floors. */
  String history() {
    return history;
  }

  /** The floor of each of these ranges. */
  long[] of(Integer[] ranges) {
    return Arrays.stream(ranges).mapToLong(range -> floors[range]).toArray();
  }

  /**
   * Takes the events of these ranges that were read after the {@link #steps}, and raises floors.
   */
  void read(Integer[] ranges, List<OutboxEvent> events) {
    if (!looked || oldestRunning < notedTransaction) {
      return;
    }
    boolean[] left = new boolean[floors.length];
    events.stream()
        .filter(event -> event.id() <= notedId)
        .forEach(event -> left[event.range()] = true);
    for (int range : ranges) {
      if (!left[range]) {
        floors[range] = Math.max(floors[range], notedId);
      }
    }
    notedId = lastId;
    notedTransaction = ownTransaction;
  }
}
