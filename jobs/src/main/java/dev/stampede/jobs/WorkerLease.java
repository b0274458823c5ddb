package dev.stampede.jobs;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A worker's right to what it has claimed, good until it has given no sign of life for too long.
 * One row stands for all its jobs, those in the buffer included.
 *
 * <p>The lease as known here can be out of date at any moment (a process may be frozen between
 * looking and acting), so that it only keeps work from being begun in vain. The attempt decides,
 * which the completing statement checks.
 */
final class WorkerLease {

  private static final Logger log = LoggerFactory.getLogger(WorkerLease.class);

  private static final int BEATS_PER_LEASE = 3;
  private static final int IDLE_BEATS_PER_LEASE = 2;

  /**
   * True of a lease that ends so late that no worker can have got it since: the clock has stepped
   * back by more than its length. Smaller steps only make leases a little longer.
   */
  static final String TOO_LONG =
      "(lease_until > (SELECT job_now()) + 2 * lease_millis * interval '1 millisecond')";

  private static final String ENTER =
      """
      INSERT INTO job_worker (name, lease_until, lease_millis)
      SELECT ?, job_now() + l.millis * interval '1 millisecond', l.millis
      FROM (VALUES (?::bigint)) AS l (millis)
      RETURNING id""";

  /**
   * Also tells of workers that have given no sign of life, and of leases that are too long:
   * rescuers need not ask for themselves. A lease that is too long stays so, as the evidence, until
   * a rescuer has dealt with it.
   */
  private static final String BEAT =
      """
      UPDATE job_worker
      SET lease_until = greatest(lease_until, job_now() + lease_millis * interval '1 millisecond')
      WHERE id = ? AND lease_until <> '-infinity'
      RETURNING EXISTS (
        SELECT 1 FROM job_worker AS w
        WHERE w.lease_until <= (SELECT job_now()) AND w.id <> job_worker.id
          OR %s)"""
          .formatted(TOO_LONG);

  /** Nothing of it is left but what did not end in time; the rescuers free that. */
  private static final String LEAVE =
      "UPDATE job_worker SET lease_until = '-infinity' WHERE id = ?";

  private final Store store;
  private final String name;
  private final Duration length;
  private volatile long worker;
  private volatile long goodUntil;

  WorkerLease(Store store, String name, Duration length) {
    this.store = store;
    this.name = name;
    this.length = length;
    enter();
  }

  long worker() {
    return worker;
  }

  /**
   * Returns the time between signs of life.
   *
   * @param idle true if it has no job to lose, so that one of them may come late
   */
  Duration heartbeat(boolean idle) {
    return length.dividedBy(idle ? IDLE_BEATS_PER_LEASE : BEATS_PER_LEASE);
  }

  /** By our own clock, counted from before the last sign of life was sent: never too late. */
  boolean isOurs() {
    return System.nanoTime() - goodUntil < 0;
  }

  private void enter() {
    long began = System.nanoTime();
    worker =
        store.each(
            "the worker could not be entered",
            connection -> {
              try (PreparedStatement statement = connection.prepareStatement(ENTER)) {
                statement.setQueryTimeout(Store.STEP_SECONDS);
                statement.setString(1, name);
                statement.setLong(2, length.toMillis());
                try (ResultSet row = statement.executeQuery()) {
                  row.next();
                  return row.getLong(1);
                }
              }
            });
    goodUntil = began + length.toNanos();
  }

  /** The result of a sign of life. */
  enum Beat {
    ALONE,
    /** A worker has given none for too long, or a lease is too long. */
    RESCUER_NEEDED,
    /** It came too late: all that was claimed is others' now. */
    TOO_LATE
  }

  /** Gives a sign of life. */
  Beat beat(Connection connection) throws SQLException {
    long began = System.nanoTime();
    Beat beat = sign(connection);
    if (beat != Beat.TOO_LATE) {
      goodUntil = began + length.toNanos();
      return beat;
    }
    log.warn(
        "worker {} ({}) sent no heartbeat for more than {} ms; other workers have its jobs",
        worker,
        name,
        length.toMillis());
    return beat;
  }

  private Beat sign(Connection connection) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(BEAT)) {
      statement.setQueryTimeout(Store.STEP_SECONDS);
      statement.setLong(1, worker);
      try (ResultSet row = statement.executeQuery()) {
        if (!row.next()) {
          return Beat.TOO_LATE;
        }
        return row.getBoolean(1) ? Beat.RESCUER_NEEDED : Beat.ALONE;
      }
    }
  }

  /** Begins anew, under another number. */
  void renew() {
    enter();
  }

  void leave() {
    goodUntil = System.nanoTime();
    var unused =
        store.each(
            "the worker could not leave",
            connection -> {
              try (PreparedStatement statement = connection.prepareStatement(LEAVE)) {
                statement.setQueryTimeout(Store.STEP_SECONDS);
                statement.setLong(1, worker);
                return statement.executeUpdate();
              }
            });
  }
}
