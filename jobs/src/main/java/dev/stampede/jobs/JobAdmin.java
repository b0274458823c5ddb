package dev.stampede.jobs;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.postgresql.util.PSQLState;

/** The queue as a person sees it: its figures, and its dead letters. */
public final class JobAdmin {

  /** Counting stops here: a queue of millions must not be read whole to be looked at. */
  public static final int COUNTED_UP_TO = 100_000;

  public static final int MAX_PAGE = 1_000;

  private static final String FIGURES =
      """
      WITH t AS MATERIALIZED (SELECT job_now() AS now)
      SELECT
        (SELECT count(*) FROM (SELECT 1 FROM job
          WHERE due_at <= (SELECT now FROM t) AND worker IS NULL LIMIT %1$d) AS a) AS due,
        (SELECT count(*) FROM (SELECT 1 FROM job
          WHERE due_at > (SELECT now FROM t) AND worker IS NULL LIMIT %1$d) AS b) AS scheduled,
        (SELECT count(*) FROM (SELECT 1 FROM job
          WHERE due_at <= (SELECT now FROM t) AND worker IS NOT NULL LIMIT %1$d) AS c) AS claimed,
        (SELECT count(*) FROM (SELECT 1 FROM job_dead LIMIT %1$d) AS d) AS dead,
        (SELECT count(*) FROM job_worker WHERE lease_until > (SELECT now FROM t)) AS workers,
        (SELECT extract(epoch FROM (SELECT now FROM t) - due_at) FROM job
          WHERE due_at <= (SELECT now FROM t) AND worker IS NULL
          ORDER BY due_at, id LIMIT 1) AS lag"""
          .formatted(COUNTED_UP_TO);

  private static final String LIST =
      """
      SELECT id, kind, payload, died_at, enqueued_at, attempt, failures, losses, failure
      FROM job_dead
      WHERE id < ?
      ORDER BY id DESC
      LIMIT ?""";

  /** The attempt goes on from where it was: an old run of before its death stays fenced. */
  private static final String RETRY =
      """
      WITH back AS (DELETE FROM job_dead WHERE id = ? RETURNING *)
      INSERT INTO job (id, due_at, enqueued_at, attempt, kind, unique_key, payload)
      OVERRIDING SYSTEM VALUE
      SELECT id, job_now(), enqueued_at, attempt, kind, unique_key, payload FROM back""";

  private static final String DROP = "DELETE FROM job_dead WHERE id = ?";

  private final Store store;
  private final Runnable wake;

  JobAdmin(Store store, Runnable wake) {
    this.store = store;
    this.wake = wake;
  }

  /**
   * The figures of the queue. No count exceeds {@link #COUNTED_UP_TO}.
   *
   * @param due jobs that could run now if a worker had time
   * @param scheduled jobs for later
   * @param claimed jobs that workers run or are about to
   * @param dead jobs that wait for a person
   * @param workers the number of workers that give signs of life
   * @param lag how long the oldest due job has been due
   */
  public record Figures(int due, int scheduled, int claimed, int dead, int workers, Duration lag) {}

  /** A job that was tried often enough. */
  public record DeadLetter(
      JobId id,
      String kind,
      String payload,
      Instant diedAt,
      Instant enqueuedAt,
      Tries tries,
      String failure) {}

  /**
   * The runs that a job took.
   *
   * @param failures runs that failed
   * @param losses workers that vanished with it
   */
  public record Tries(int attempt, int failures, int losses) {}

  /** The result of a request to retry a dead job. */
  public sealed interface Retried {

    /** It is in the queue again, due now, with all its tries. */
    record Requeued() implements Retried {}

    /** There is no such dead letter. */
    record NotDead() implements Retried {}

    /** Meanwhile another job with its unique key waits or runs; it stays dead. */
    record KeyTaken() implements Retried {}
  }

  public Figures figures() {
    return store.inOrder(
        "the queue's figures could not be read",
        connection -> {
          try (PreparedStatement statement = Store.planned(connection, FIGURES);
              ResultSet row = statement.executeQuery()) {
            row.next();
            return new Figures(
                row.getInt("due"),
                row.getInt("scheduled"),
                row.getInt("claimed"),
                row.getInt("dead"),
                row.getInt("workers"),
                Duration.ofMillis(Math.max(0, Math.round(row.getDouble("lag") * 1_000))));
          }
        });
  }

  /** Dead letters with ids below this one, the newest first. */
  public List<DeadLetter> deadLetters(long below, int limit) {
    Bounds.within("limit", limit, 1, MAX_PAGE);
    return store.each(
        "dead letters could not be read",
        connection -> {
          try (PreparedStatement statement = connection.prepareStatement(LIST)) {
            statement.setQueryTimeout(Store.STEP_SECONDS);
            statement.setLong(1, below);
            statement.setInt(2, limit);
            try (ResultSet rows = statement.executeQuery()) {
              List<DeadLetter> letters = new ArrayList<>();
              while (rows.next()) {
                letters.add(letter(rows));
              }
              return letters;
            }
          }
        });
  }

  private static DeadLetter letter(ResultSet row) throws SQLException {
    return new DeadLetter(
        new JobId(row.getLong("id")),
        row.getString("kind"),
        row.getString("payload"),
        row.getObject("died_at", OffsetDateTime.class).toInstant(),
        row.getObject("enqueued_at", OffsetDateTime.class).toInstant(),
        new Tries(row.getInt("attempt"), row.getInt("failures"), row.getInt("losses")),
        row.getString("failure"));
  }

  /** Puts a dead job back into the queue. */
  public Retried retry(JobId id) {
    Retried retried = store.each("a dead job could not be put back", each -> retry(each, id));
    wake.run();
    return retried;
  }

  private static Retried retry(Connection connection, JobId id) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(RETRY)) {
      statement.setQueryTimeout(Store.STEP_SECONDS);
      statement.setLong(1, id.value());
      return statement.executeUpdate() == 1 ? new Retried.Requeued() : new Retried.NotDead();
    } catch (SQLException e) {
      if (PSQLState.UNIQUE_VIOLATION.getState().equals(e.getSQLState())) {
        return new Retried.KeyTaken();
      }
      throw e;
    }
  }

  /** Forgets a dead job; false when there is no such dead letter. */
  public boolean drop(JobId id) {
    return store.each(
        "a dead job could not be dropped",
        connection -> {
          try (PreparedStatement statement = connection.prepareStatement(DROP)) {
            statement.setQueryTimeout(Store.STEP_SECONDS);
            statement.setLong(1, id.value());
            return statement.executeUpdate() == 1;
          }
        });
  }
}
