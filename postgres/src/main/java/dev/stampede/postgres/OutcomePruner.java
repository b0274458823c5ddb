package dev.stampede.postgres;

import java.time.Duration;
import org.jdbi.v3.core.Jdbi;

/** Deletes what became of requests, once nobody may ask for it and no record of them is decided. */
public final class OutcomePruner {

  /**
   * Longer than a request may be asked for, and much longer than it may be decided within: when its
   * outcome is gone, no record of it is decided any more.
   */
  public static final Duration KEPT = Duration.ofDays(3);

  private static final int ROWS_PER_BATCH = 5_000;
  private static final int BATCHES_PER_TICK = 20;

  private static final String DELETE =
      """
      DELETE FROM request_outcome
      WHERE id = ANY (ARRAY (
        SELECT id
        FROM request_outcome
        WHERE decided_at < (SELECT stampede_now()) - :kept * interval '1 second'
        LIMIT :rows))""";

  private final Jdbi jdbi;

  public OutcomePruner(Database database) {
    this.jdbi = database.jdbi();
  }

  /** Deletes what is too old, up to a limit, and returns how many that were. */
  public int tick() {
    int deleted = 0;
    for (int batch = 0; batch < BATCHES_PER_TICK; batch++) {
      int rows =
          jdbi.withHandle(
              handle ->
                  handle
                      .createUpdate(DELETE)
                      .bind("kept", KEPT.toSeconds())
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
