package dev.stampede.jobs;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * The statements that end a run. Each touches a job only if its attempt is still the run's: a
 * worker that has claimed it since has a higher one. The answers are the ids for which that was so.
 */
final class CompletionStatements {

  private static final String MATCH = "job.id = f.id AND job.attempt = f.attempt";

  private static final String RUNS = "unnest(?::bigint[], ?::integer[]) AS f (id, attempt)";

  /**
   * The next point of the grid that begins when the job was first set up, as seen so many
   * milliseconds from now.
   */
  static final String NEXT_ON_GRID =
      """
      enqueued_at + every_millis * interval '1 millisecond' * (1 + floor(
        (extract(epoch FROM (SELECT job_now()) - enqueued_at) * 1000 + %s) / every_millis))::float8""";

  private static final String DELETE_DONE =
      "DELETE FROM job USING " + RUNS + " WHERE " + MATCH + " RETURNING job.id";

  private static final String KEEP_DONE =
      """
      WITH done AS (
        DELETE FROM job USING %s WHERE %s
        RETURNING job.id, job.enqueued_at, job.attempt, job.kind),
      kept AS (
        INSERT INTO job_done (id, finished_at, enqueued_at, attempt, kind)
        SELECT id, (SELECT job_now()), enqueued_at, attempt, kind FROM done)
      SELECT id FROM done"""
          .formatted(RUNS, MATCH);

  private static final String RECUR =
      """
      UPDATE job SET worker = NULL, failures = 0, losses = 0, failure = NULL, due_at = %s
      FROM unnest(?::bigint[], ?::integer[], ?::bigint[]) AS f (id, attempt, rest)
      WHERE %s
      RETURNING job.id"""
          .formatted(NEXT_ON_GRID.formatted("f.rest"), MATCH);

  /** A claimed job counts as due, whatever the clock says now. */
  private static final String GIVE_BACK =
      """
      UPDATE job SET worker = NULL, due_at = least(due_at, (SELECT job_now()))
      FROM %s
      WHERE %s
      RETURNING job.id"""
          .formatted(RUNS, MATCH);

  private static final String RETRY =
      """
      UPDATE job SET worker = NULL, failures = failures + 1, failure = f.failure,
        due_at = least(
          (SELECT job_now()) + f.pause * interval '1 millisecond',
          CASE WHEN every_millis IS NOT NULL THEN %s END)
      FROM unnest(?::bigint[], ?::integer[], ?::text[], ?::bigint[])
        AS f (id, attempt, failure, pause)
      WHERE %s
      RETURNING job.id"""
          .formatted(NEXT_ON_GRID.formatted("0"), MATCH);

  private static final String BURY =
      """
      WITH dead AS (
        DELETE FROM job
        USING unnest(?::bigint[], ?::integer[], ?::text[]) AS f (id, attempt, failure)
        WHERE %s
        RETURNING job.id, job.enqueued_at, job.attempt, job.failures, job.losses, job.kind,
          job.unique_key, job.payload, f.failure),
      kept AS (
        INSERT INTO job_dead (id, died_at, enqueued_at, attempt, failures, losses, kind, unique_key,
          payload, failure)
        SELECT id, job_now(), enqueued_at, attempt, failures + 1, losses, kind, unique_key, payload,
          failure
        FROM dead)
      SELECT id FROM dead"""
          .formatted(MATCH);

  /**
   * A run that failed.
   *
   * @param pause until it is tried again; of no meaning if it is not
   */
  record Failure(JobRun run, String text, Duration pause) {}

  private final String done;

  CompletionStatements(boolean keepFinished) {
    this.done = keepFinished ? KEEP_DONE : DELETE_DONE;
  }

  Set<JobId> done(Connection connection, List<JobRun> runs) throws SQLException {
    return ended(connection, done, runs);
  }

  Set<JobId> recur(Connection connection, List<Ending.Done> ended) throws SQLException {
    try (PreparedStatement statement = Store.planned(connection, RECUR)) {
      bind(statement, connection, ended.stream().map(Ending.Done::run).toList());
      statement.setArray(3, array(connection, "int8", ended, each -> each.rest().toMillis()));
      return ids(statement);
    }
  }

  /** Those that never began; it does not count against them. */
  Set<JobId> giveBack(Connection connection, List<JobRun> runs) throws SQLException {
    return ended(connection, GIVE_BACK, runs);
  }

  Set<JobId> retry(Connection connection, List<Failure> failures) throws SQLException {
    try (PreparedStatement statement = Store.planned(connection, RETRY)) {
      bind(statement, connection, failures.stream().map(Failure::run).toList());
      statement.setArray(3, array(connection, "text", failures, Failure::text));
      statement.setArray(4, array(connection, "int8", failures, each -> each.pause().toMillis()));
      return ids(statement);
    }
  }

  Set<JobId> bury(Connection connection, List<Failure> failures) throws SQLException {
    try (PreparedStatement statement = Store.planned(connection, BURY)) {
      bind(statement, connection, failures.stream().map(Failure::run).toList());
      statement.setArray(3, array(connection, "text", failures, Failure::text));
      return ids(statement);
    }
  }

  private static Set<JobId> ended(Connection connection, String sql, List<JobRun> runs)
      throws SQLException {
    try (PreparedStatement statement = Store.planned(connection, sql)) {
      bind(statement, connection, runs);
      return ids(statement);
    }
  }

  private static void bind(PreparedStatement statement, Connection connection, List<JobRun> runs)
      throws SQLException {
    statement.setArray(1, array(connection, "int8", runs, run -> run.id().value()));
    statement.setArray(2, array(connection, "int4", runs, JobRun::attempt));
  }

  private static <T> java.sql.Array array(
      Connection connection, String type, List<T> all, Function<T, Object> part)
      throws SQLException {
    return connection.createArrayOf(type, all.stream().map(part).toArray());
  }

  private static Set<JobId> ids(PreparedStatement statement) throws SQLException {
    Set<JobId> ids = new HashSet<>();
    try (ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        ids.add(new JobId(rows.getLong(1)));
      }
    }
    return ids;
  }
}
