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
 *
 * <p>When the database's clock has stepped back, leases and the next times of recurring jobs would
 * be good for as long as it had been ahead. Leases are shortened to their usual length, so that a
 * living worker has time to renew its own, and recurring jobs return to their grid.
 */
final class Rescuer {

  /** A job that vanished with this many workers is taken for the cause. */
  static final int MAX_LOSSES = 50;

  private static final int WORKERS_PER_TICK = 20;

  /** A resting job comes too early by this, once. */
  private static final String RETURN_TO_GRID =
      """
      UPDATE job SET due_at = %s
      WHERE every_millis IS NOT NULL AND worker IS NULL
        AND due_at > (SELECT job_now()) + every_millis * interval '1 millisecond'
        AND EXISTS (SELECT 1 FROM job_worker WHERE %s)"""
          .formatted(CompletionStatements.NEXT_ON_GRID.formatted("0"), WorkerLease.TOO_LONG);

  private static final String SHORTEN_LEASES =
      """
      UPDATE job_worker
      SET lease_until = (SELECT job_now()) + lease_millis * interval '1 millisecond'
      WHERE id IN (SELECT id FROM job_worker WHERE %s FOR NO KEY UPDATE SKIP LOCKED)"""
          .formatted(WorkerLease.TOO_LONG);

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
   * A claimed job counts as due, whatever the clock says now.
   */
  private static final String FREE =
      """
      WITH lost AS MATERIALIZED (
        SELECT id FROM job WHERE worker = ? AND (losses + 1 < ? OR every_millis IS NOT NULL)
        FOR UPDATE SKIP LOCKED)
      UPDATE job SET worker = NULL, losses = losses + 1, due_at = least(due_at, (SELECT job_now()))
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
    boolean any = store.together("the clock's step back could not be mended", Rescuer::mendTimes);
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

  /** Does nothing unless the clock has stepped back; true if a job's time has changed. */
  private static boolean mendTimes(Connection connection) throws SQLException {
    try (PreparedStatement jobs = Store.planned(connection, RETURN_TO_GRID);
        PreparedStatement leases = Store.planned(connection, SHORTEN_LEASES)) {
      boolean any = jobs.executeUpdate() > 0;
      var unused = leases.executeUpdate();
      return any;
    }
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
