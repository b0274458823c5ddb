package dev.stampede.postgres;

import dev.stampede.engine.events.EventRange;
import dev.stampede.engine.events.OutboxEvent;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * For each range an id up to which nothing can be left in the outbox, so that a reader need not
 * pass over what was deleted: while anybody has an old snapshot (a backup, a report) those rows
 * stay in the index, and there are more of them with every sale.
 *
 * <p>Ids are drawn before the commit, so that the highest that was read says nothing. But whoever
 * draws one has a transaction id by then, for it has locked seats. So from time to time the last id
 * and, after it, a new transaction id are noted. Once all transactions before that one have ended,
 * whoever reads sees all ids up to the noted one that there will ever be; if nothing of them is
 * left, that is the floor.
 *
 * <p>It holds for one server process and one epoch of the database: rewound, it may give out ids
 * once more. One caller at a time.
 */
final class OutboxFloors {

  /** How often to note. */
  private static final Duration NOTE_EVERY = Duration.ofSeconds(1);

  /** What floors are of; to be compared by whoever reads. */
  static final String HISTORY =
      "(SELECT concat_ws(' ', pg_postmaster_start_time(), max(epoch)) FROM database_epoch)";

  /**
   * Two statements, the second after the first. It draws a transaction id, once a second: what a
   * snapshot calls its upper end may be lower than the id of a transaction that is running.
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

  /** What was noted: an id, and the first transaction that can only draw higher ones. */
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

  /** What is to be asked before the outbox is read, in this order and on one connection. */
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

  /** Which history the floors are of: with any other there are none. */
  String history() {
    return history;
  }

  /** The floor of each of these ranges. */
  long[] of(Integer[] ranges) {
    return Arrays.stream(ranges).mapToLong(range -> floors[range]).toArray();
  }

  /** What was read after the {@link #steps}, of these ranges. */
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
