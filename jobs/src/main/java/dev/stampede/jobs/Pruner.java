package dev.stampede.jobs;

import java.sql.PreparedStatement;
import java.time.Duration;

/** Deletes jobs that finished long enough ago, a bounded batch at a time. */
final class Pruner {

  static final int ROWS_PER_BATCH = 5_000;
  private static final int BATCHES_PER_TICK = 200;

  /** Several workers may prune at once; each takes rows that no other has. */
  private static final String DELETE =
      """
      DELETE FROM job_done
      WHERE ctid = ANY (ARRAY (
        SELECT ctid FROM job_done
        WHERE finished_at < (SELECT job_now()) - ? * interval '1 millisecond'
        ORDER BY finished_at
        LIMIT ?
        FOR UPDATE SKIP LOCKED))""";

  private final Store store;
  private final Duration kept;
  private final JobListener listener;

  Pruner(Store store, Duration kept, JobListener listener) {
    this.store = store;
    this.kept = kept;
    this.listener = listener;
  }

  /** Deletes jobs that are too old, up to a limit, and returns how many. */
  int tick() {
    int deleted = 0;
    for (int batch = 0; batch < BATCHES_PER_TICK; batch++) {
      int rows = delete();
      deleted += rows;
      if (rows < ROWS_PER_BATCH) {
        break;
      }
    }
    if (deleted > 0) {
      listener.pruned(deleted);
    }
    return deleted;
  }

  private int delete() {
    return store.each(
        "finished jobs could not be pruned",
        connection -> {
          try (PreparedStatement statement = Store.planned(connection, DELETE)) {
            statement.setLong(1, kept.toMillis());
            statement.setInt(2, ROWS_PER_BATCH);
            return statement.executeUpdate();
          }
        });
  }
}
