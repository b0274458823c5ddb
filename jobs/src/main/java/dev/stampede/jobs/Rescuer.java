package dev.stampede.jobs;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Frees the jobs of workers that give no sign of life any more. Every worker runs one; a vanished
 * worker is dealt with by the rescuer that locks its row first.
 *
 * <p>There is no index to find a worker's jobs by, since every claim would have to write it: the
 * table is read, once for each worker that vanishes.
 */
final class Rescuer {

  /** A job that vanished with this many workers is taken for the cause. */
  static final int MAX_LOSSES = 50;

  private static final int WORKERS_PER_TICK = 20;

  /** Not one that is just claiming: it holds a lock on its row, and is alive. */
  private static final String GIVE_UP =
      """
      UPDATE job_worker SET lease_until = '-infinity'
      WHERE id = (
        SELECT id FROM job_worker
        WHERE lease_until <= (SELECT job_now())
        ORDER BY lease_until, id
        LIMIT 1
        FOR UPDATE SKIP LOCKED)
      RETURNING id""";

  /**
   * Skips the jobs that the worker is completing at this very moment; the next tick looks at them.
   */
  private static final String FREE =
      """
      WITH lost AS MATERIALIZED (
        SELECT id FROM job WHERE worker = ? AND (losses + 1 < ? OR every_millis IS NOT NULL)
        FOR UPDATE SKIP LOCKED)
      UPDATE job SET worker = NULL, losses = losses + 1
      FROM lost WHERE job.id = lost.id""";

  private static final String BURY =
      """
      WITH lost AS MATERIALIZED (
        SELECT id FROM job WHERE worker = ? AND losses + 1 >= ? AND every_millis IS NULL
        FOR UPDATE SKIP LOCKED),
      dead AS (DELETE FROM job USING lost WHERE job.id = lost.id RETURNING job.*)
      INSERT INTO job_dead (id, died_at, enqueued_at, attempt, failures, losses, kind, unique_key,
        payload, failure)
      SELECT id, job_now(), enqueued_at, attempt, failures, losses + 1, kind, unique_key, payload,
        format('%s workers vanished while they had it', losses + 1)
      FROM dead""";

  private static final String FORGET =
      """
      DELETE FROM job_worker
      WHERE id = ? AND NOT EXISTS (SELECT 1 FROM job WHERE worker = job_worker.id)""";

  private final Store store;
  private final JobListener listener;

  Rescuer(Store store, JobListener listener) {
    this.store = store;
    this.listener = listener;
  }

  /** The numbers of jobs that were freed and that have died. */
  private record Rescued(int freed, int died) {}

  /** Frees what can be freed now; true when that was anything. */
  boolean tick() {
    boolean any = false;
    for (int worker = 0; worker < WORKERS_PER_TICK; worker++) {
      Optional<Rescued> rescued = store.together("lost jobs could not be freed", Rescuer::rescue);
      if (rescued.isEmpty()) {
        break;
      }
      if (rescued.get().freed + rescued.get().died > 0) {
        any = true;
        listener.rescued(rescued.get().freed, rescued.get().died);
      }
    }
    return any;
  }

  private static Optional<Rescued> rescue(Connection connection) throws SQLException {
    long worker;
    try (PreparedStatement statement = Store.planned(connection, GIVE_UP);
        ResultSet row = statement.executeQuery()) {
      if (!row.next()) {
        return Optional.empty();
      }
      worker = row.getLong(1);
    }
    int freed = update(connection, FREE, worker);
    int died = update(connection, BURY, worker);
    try (PreparedStatement statement = Store.planned(connection, FORGET)) {
      statement.setLong(1, worker);
      var unused = statement.executeUpdate();
    }
    return Optional.of(new Rescued(freed, died));
  }

  private static int update(Connection connection, String sql, long worker) throws SQLException {
    try (PreparedStatement statement = Store.planned(connection, sql)) {
      statement.setLong(1, worker);
      statement.setInt(2, MAX_LOSSES);
      return statement.executeUpdate();
    }
  }
}
