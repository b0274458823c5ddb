package dev.stampede.postgres;

import java.time.Duration;
import org.jdbi.v3.core.Jdbi;

/** Deletes stored answers that nobody may ask for any more. */
public final class OperationPruner {

  /** How long a repeat finds its first answer. */
  public static final Duration KEPT = Duration.ofHours(24);

  private static final int ROWS_PER_BATCH = 5_000;
  private static final int BATCHES_PER_TICK = 20;

  private static final String DELETE =
      """
      DELETE FROM operation
      WHERE id = ANY (ARRAY (
        SELECT id
        FROM operation
        WHERE created_at < (SELECT stampede_now()) - :kept * interval '1 second'
        LIMIT :rows))""";

  private final Jdbi jdbi;

  public OperationPruner(Database database) {
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
