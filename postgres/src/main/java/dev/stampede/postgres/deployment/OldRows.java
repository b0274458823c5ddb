package dev.stampede.postgres.deployment;

import dev.stampede.postgres.Database;
import java.time.Duration;
import org.jdbi.v3.core.Jdbi;

/** Deletes rows that nobody may ask for any more, a few at a time. */
public final class OldRows {

  /** The time for which a retry finds its first answer. */
  public static final Duration OPERATIONS_KEPT = Duration.ofHours(24);

  /**
   * Longer than a buyer may ask for a request, and much longer than a server may decide it: once
   * its outcome is gone, no server decides a record of it any more.
   */
  public static final Duration OUTCOMES_KEPT = Duration.ofDays(3);

  private static final int ROWS_PER_BATCH = 5_000;
  private static final int BATCHES_PER_TICK = 20;

  private static final String DELETE_OPERATIONS =
      """
      DELETE FROM operation
      WHERE id = ANY (ARRAY (
        SELECT id
        FROM operation
        WHERE created_at < (SELECT stampede_now()) - :kept * interval '1 second'
        LIMIT :rows))""";

  private static final String DELETE_OUTCOMES =
      """
      DELETE FROM request_outcome
      WHERE id = ANY (ARRAY (
        SELECT id
        FROM request_outcome
        WHERE decided_at < (SELECT stampede_now()) - :kept * interval '1 second'
        LIMIT :rows))""";

  /** An inquiry into a commit takes seconds; no server makes so many transactions meanwhile. */
  private static final long TRANSACTIONS_MARKED = 1_000_000;

  private static final String DELETE_MARKS =
      """
      DELETE FROM commit_mark
      WHERE transaction = ANY (ARRAY (
        SELECT transaction
        FROM commit_mark
        WHERE transaction
          < greatest(pg_snapshot_xmin(pg_current_snapshot())::text::bigint - :kept, 0)::text::xid8
        ORDER BY transaction
        LIMIT :rows))""";

  private final Jdbi jdbi;
  private final String delete;
  private final long kept;

  private OldRows(Database database, String delete, long kept) {
    this.jdbi = database.jdbi();
    this.delete = delete;
    this.kept = kept;
  }

  /** Stored answers. */
  public static OldRows ofOperations(Database database) {
    return new OldRows(database, DELETE_OPERATIONS, OPERATIONS_KEPT.toSeconds());
  }

  /** Outcomes of requests that came through the broker. */
  public static OldRows ofOutcomes(Database database) {
    return new OldRows(database, DELETE_OUTCOMES, OUTCOMES_KEPT.toSeconds());
  }

  /** Evidence of commits. */
  public static OldRows ofMarks(Database database) {
    return ofMarks(database, TRANSACTIONS_MARKED);
  }

  public static OldRows ofMarks(Database database, long transactions) {
    return new OldRows(database, DELETE_MARKS, transactions);
  }

  /** Deletes rows that are too old, up to a limit, and returns their number. */
  public int prune() {
    int deleted = 0;
    for (int batch = 0; batch < BATCHES_PER_TICK; batch++) {
      int rows =
          jdbi.withHandle(
              handle ->
                  handle
                      .createUpdate(delete)
                      .bind("kept", kept)
                      .bind("rows", ROWS_PER_BATCH)
                      .execute());
      deleted += rows;
      if (rows < ROWS_PER_BATCH) {
        break;
      }
    }
    return deleted;
  }
}
