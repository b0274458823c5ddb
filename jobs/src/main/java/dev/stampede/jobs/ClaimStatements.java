package dev.stampede.jobs;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/** The statements that claim due jobs. */
final class ClaimStatements {

  /**
   * Takes the first that are due, in order, and no more than wanted: the rows are locked in a
   * materialised CTE, since a sub-select that the planner may run again can lock more than its
   * limit. Rows that others have locked are theirs.
   *
   * <p>The worker's own row is locked against the rescuer, and only against it. Otherwise: 1. the
   * rescuer gives up this worker, which was frozen, and frees its jobs; 2. the worker thaws in the
   * middle of this statement and claims others; 3. nobody ever frees those.
   */
  private static final String CLAIM =
      """
      WITH t AS MATERIALIZED (SELECT job_now() AS now),
      me AS MATERIALIZED (
        SELECT id FROM job_worker
        WHERE id = ? AND lease_until > (SELECT now FROM t)
        FOR KEY SHARE),
      mark AS MATERIALIZED (
        SELECT least(m.due_at, t.now - ? * interval '1 millisecond') AS due_at,
          CASE WHEN m.due_at <= t.now - ? * interval '1 millisecond' THEN m.id ELSE 0 END AS id
        FROM t, (VALUES (?::timestamptz, ?::bigint)) AS m (due_at, id)),
      due AS MATERIALIZED (
        SELECT id FROM job
        WHERE (due_at, id) > ((SELECT due_at FROM mark), (SELECT id FROM mark))
          AND due_at <= (SELECT now FROM t)
          AND worker IS NULL
          AND kind = ANY (?::text[])
          AND EXISTS (SELECT 1 FROM me)
        ORDER BY due_at, id
        LIMIT ?
        FOR UPDATE SKIP LOCKED),
      claimed AS (
        UPDATE job SET worker = ?, attempt = attempt + 1
        FROM due
        WHERE job.id = due.id
        RETURNING job.id, job.attempt, job.kind, job.payload, job.due_at, job.failures,
          job.every_millis IS NOT NULL)
      SELECT claimed.*, t.now FROM t LEFT JOIN claimed ON true""";

  /**
   * Finds the next job that was not due yet at the time of the claim, the same time: one that has
   * become due since is due at once. Running jobs were due earlier. The time is a subquery, as in
   * the claim, so that the plan does not depend on it.
   */
  private static final String NEXT_DUE =
      """
      SELECT extract(epoch FROM due_at - (SELECT job_now())) * 1000
      FROM job
      WHERE due_at > (SELECT ?::timestamptz) AND kind = ANY (?::text[])
      ORDER BY due_at, id
      LIMIT 1""";

  /** Waits for a claim of ours that may still be under way without us. */
  private static final String AFTER_CLAIMS = "SELECT id FROM job_worker WHERE id = ? FOR UPDATE";

  private static final String GIVE_BACK_UNKNOWN =
      """
      UPDATE job SET worker = NULL, due_at = least(due_at, (SELECT job_now()))
      WHERE worker = ? AND NOT id = ANY (?::bigint[])""";

  private static final Comparator<Claimed> IN_ORDER =
      Comparator.comparing((Claimed claimed) -> claimed.run().dueAt())
          .thenComparing(claimed -> claimed.run().id());

  private final Store store;
  private final String[] kinds;

  ClaimStatements(Store store, Set<String> kinds) {
    this.store = store;
    this.kinds = kinds.toArray(String[]::new);
  }

  /**
   * A job that is ours to run.
   *
   * @param lag how late it was when it was claimed
   */
  record Claimed(JobRun run, Duration lag, ClaimMark.Place place, long claimedNanos) {

    /** Returns how late the job is by now. */
    Duration lagAt(long nanos) {
      return lag.plusNanos(nanos - claimedNanos);
    }
  }

  /**
   * The result of a look for jobs.
   *
   * @param claimed in the order in which they were due
   * @param untilNext how long until the next one is due, if that is within the time that was asked
   *     for; else that time
   */
  record Look(List<Claimed> claimed, Duration untilNext) {
    Look {
      claimed = List.copyOf(claimed);
    }
  }

  /** At most so many. If there are fewer, the same transaction says when to look again. */
  Look look(long worker, ClaimMark.Place behind, int limit, Duration longest) {
    return store.inOrder(
        "jobs could not be claimed",
        connection -> {
          Claims claims = claim(connection, worker, behind, limit);
          boolean all = claims.claimed.size() < limit;
          Duration untilNext = all ? untilNextDue(connection, claims.now, longest) : Duration.ZERO;
          return new Look(claims.claimed, untilNext);
        });
  }

  /**
   * The claimed jobs, in the order in which they were due.
   *
   * @param now the database's time; jobs that were due by then have been looked at
   */
  private record Claims(List<Claimed> claimed, OffsetDateTime now) {}

  private Claims claim(Connection connection, long worker, ClaimMark.Place behind, int limit)
      throws SQLException {
    try (PreparedStatement statement = Store.planned(connection, CLAIM)) {
      statement.setLong(1, worker);
      statement.setLong(2, ClaimMark.LATE_COMMITS.toMillis());
      statement.setLong(3, ClaimMark.LATE_COMMITS.toMillis());
      statement.setObject(4, behind.dueAt());
      statement.setLong(5, behind.id());
      statement.setArray(6, connection.createArrayOf("text", kinds));
      statement.setInt(7, limit);
      statement.setLong(8, worker);
      List<Claimed> claimed = new ArrayList<>(limit);
      try (ResultSet rows = statement.executeQuery()) {
        long nanos = System.nanoTime();
        OffsetDateTime now = OffsetDateTime.MAX;
        // There is always a row: if nothing was claimed, one with the time alone.
        while (rows.next()) {
          now = rows.getObject(8, OffsetDateTime.class);
          if (rows.getObject(1) != null) {
            claimed.add(read(rows, now, nanos));
          }
        }
        claimed.sort(IN_ORDER);
        return new Claims(claimed, now);
      }
    }
  }

  private static Claimed read(ResultSet row, OffsetDateTime now, long nanos) throws SQLException {
    OffsetDateTime dueAt = row.getObject(5, OffsetDateTime.class);
    long id = row.getLong(1);
    JobRun run =
        new JobRun(
            new JobId(id),
            row.getInt(2),
            row.getString(3),
            row.getString(4),
            dueAt.toInstant(),
            row.getInt(6),
            row.getBoolean(7));
    Duration lag = Duration.between(dueAt, now);
    return new Claimed(run, lag, new ClaimMark.Place(dueAt, id), nanos);
  }

  /** Gives back jobs that were claimed in this worker's name and never reached it. */
  int giveBackUnknown(long worker, Holdings holdings) {
    return store.together(
        "jobs of a lost claim could not be given back",
        connection -> {
          try (PreparedStatement statement = Store.planned(connection, AFTER_CLAIMS)) {
            statement.setLong(1, worker);
            statement.executeQuery().close();
          }
          try (PreparedStatement statement = Store.planned(connection, GIVE_BACK_UNKNOWN)) {
            statement.setLong(1, worker);
            statement.setArray(2, connection.createArrayOf("int8", holdings.ids()));
            return statement.executeUpdate();
          }
        });
  }

  private Duration untilNextDue(Connection connection, OffsetDateTime after, Duration longest)
      throws SQLException {
    try (PreparedStatement statement = Store.planned(connection, NEXT_DUE)) {
      statement.setObject(1, after);
      statement.setArray(2, connection.createArrayOf("text", kinds));
      try (ResultSet row = statement.executeQuery()) {
        Duration next =
            row.next() ? Duration.ofMillis((long) Math.ceil(row.getDouble(1))) : longest;
        return next.compareTo(longest) < 0 ? next : longest;
      }
    }
  }
}
