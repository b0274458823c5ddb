package dev.stampede.jobs;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;

/**
 * The queue that callers put jobs into. Enqueuing takes the caller's connection, so that a job is
 * there exactly if the transaction it belongs to was committed; {@link #wake} after the commit
 * makes it start at once.
 */
public final class JobQueue implements AutoCloseable {

  /** The most jobs of one call; more are better put in several transactions. */
  public static final int MAX_AT_ONCE = 10_000;

  private static final Duration LEAST_EVERY = Duration.ofMillis(10);

  /** A job of that name that is there already goes on in its rhythm, unless that has changed. */
  private static final String RECUR =
      """
      INSERT INTO job (due_at, enqueued_at, kind, payload, unique_key, every_millis)
      SELECT t.now + ?::bigint * interval '1 millisecond', t.now, ?, ?, ?, ?::bigint
      FROM (SELECT job_now() AS now) AS t
      ON CONFLICT (unique_key) WHERE unique_key IS NOT NULL DO UPDATE
      SET kind = excluded.kind, payload = excluded.payload, every_millis = excluded.every_millis,
        enqueued_at = excluded.enqueued_at, due_at = excluded.due_at
      WHERE job.every_millis IS DISTINCT FROM excluded.every_millis
        OR job.kind <> excluded.kind OR job.payload <> excluded.payload""";

  private static final String STOP_RECURRING =
      "DELETE FROM job WHERE unique_key = ? AND every_millis IS NOT NULL";

  private final Store store;
  private final WakeSender sender;
  private final List<WakeSignal> workers = new CopyOnWriteArrayList<>();

  /**
   * A queue in this database.
   *
   * @param pool of connections; one is used now and then to tell other processes of new jobs
   */
  public JobQueue(DataSource pool) {
    this.store = new Store(pool);
    this.sender = new WakeSender(store);
  }

  /** Enqueues in the caller's transaction. Call {@link #wake} when that has committed. */
  public Enqueued enqueue(Connection transaction, NewJob job) throws SQLException {
    return enqueue(transaction, List.of(job)).getFirst();
  }

  /** Many with one statement; the answers are in the order of the jobs. */
  public List<Enqueued> enqueue(Connection transaction, List<NewJob> jobs) throws SQLException {
    Bounds.within("jobs at once", jobs.size(), 0, MAX_AT_ONCE);
    return EnqueueStatement.run(transaction, jobs);
  }

  /**
   * Makes sure that there is one job of this name that runs every so often, whoever else does the
   * same. Its times are a grid that begins now: a run that comes late does not move the next one,
   * and runs that nobody could do in time are done once, not made up for. A failed run is repeated
   * before its next time if the pause after a failure is shorter than that.
   */
  public void every(Duration interval, String name, NewJob job) {
    Bounds.within("interval of " + name, interval, LEAST_EVERY, NewJob.MAX_DELAY);
    Bounds.text("name", name, 1, NewJob.MAX_KEY_CHARS);
    var unused =
        store.each(
            "recurring job '%s' could not be set up".formatted(name),
            connection -> {
              try (PreparedStatement statement = connection.prepareStatement(RECUR)) {
                statement.setQueryTimeout(Store.STEP_SECONDS);
                statement.setLong(1, interval.toMillis());
                statement.setString(2, job.kind());
                statement.setString(3, job.payload());
                statement.setString(4, name);
                statement.setLong(5, interval.toMillis());
                return statement.executeUpdate();
              }
            });
    wake();
  }

  /** Ends a recurring job; a run that is under way is not stopped. False when there is none. */
  public boolean stopRecurring(String name) {
    return store.each(
        "recurring job '%s' could not be stopped".formatted(name),
        connection -> {
          try (PreparedStatement statement = connection.prepareStatement(STOP_RECURRING)) {
            statement.setQueryTimeout(Store.STEP_SECONDS);
            statement.setString(1, name);
            return statement.executeUpdate() > 0;
          }
        });
  }

  /**
   * To be called after a commit that enqueued: workers of this process look at once, those of
   * others within some milliseconds. Forgotten, the job waits for the workers' next slow poll.
   */
  public void wake() {
    workers.forEach(WakeSignal::raise);
    sender.wake();
  }

  /** Returns the figures of the queue, and the operations for dead jobs. */
  public JobAdmin admin() {
    return new JobAdmin(store, this::wake);
  }

  Store store() {
    return store;
  }

  /** The name that others hear as the sender of this queue's notifications. */
  String sender() {
    return sender.sender();
  }

  void join(WakeSignal worker) {
    workers.add(worker);
  }

  void leave(WakeSignal worker) {
    workers.remove(worker);
  }

  @Override
  public void close() {
    sender.close();
  }
}
