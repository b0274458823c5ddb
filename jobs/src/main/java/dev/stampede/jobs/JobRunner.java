package dev.stampede.jobs;

import dev.stampede.jobs.ClaimStatements.Claimed;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The parts that all slots of a worker share: the buffer that jobs come from, their handlers, and
 * the finisher that they go to.
 */
final class JobRunner {

  private static final int MAX_FAILURE_CHARS = 2_000;

  /** A transaction may last this much longer than its handler: for the completion. */
  private static final Duration TO_COMMIT = Duration.ofSeconds(5);

  private final Store store;
  private final JobHandlers duties;
  private final Buffer buffer;
  private final WorkerLease lease;
  private final Completion completion;
  private volatile boolean stopping;

  /** Writes the endings of runs and tells the listener of them. */
  record Completion(CompletionStatements statements, Finisher finisher, JobListener listener) {}

  JobRunner(
      Store store, JobHandlers duties, Buffer buffer, WorkerLease lease, Completion completion) {
    this.store = store;
    this.duties = duties;
    this.buffer = buffer;
    this.lease = lease;
    this.completion = completion;
  }

  @Nullable Claimed next() throws InterruptedException {
    return buffer.take();
  }

  /** Not what has very likely been given to another, because we were away. */
  boolean mayBegin(Claimed next, long now) {
    boolean ours = lease.isOurs();
    if (ours) {
      completion.listener.started(next.run(), next.lagAt(now));
    }
    return ours;
  }

  void giveBack(JobRun run) throws InterruptedException {
    completion.finisher.add(new Ending.GivenBack(run));
  }

  Duration timeout(JobRun run) {
    return duty(run).kind().timeout();
  }

  /**
   * The work that a handler leaves to be done when it returns.
   *
   * @param written true if its completion has been written, too
   * @param rest how long its job has nothing to do
   */
  record Worked(boolean written, Duration rest) {
    static final Worked UNWRITTEN = new Worked(false, Duration.ZERO);
    static final Worked WRITTEN = new Worked(true, Duration.ZERO);
  }

  /** Does it. */
  Worked work(JobRun run, BooleanSupplier tryToCommit) throws Exception {
    switch (duty(run).handler()) {
      case JobHandler.AtLeastOnce(JobHandler.Work work) -> {
        work.run(run);
        return Worked.UNWRITTEN;
      }
      case JobHandler.Resting(JobHandler.RestingWork work) -> {
        Duration rest = work.run(run);
        Bounds.within("rest of " + run.kind(), rest, Duration.ZERO, NewJob.MAX_DELAY);
        return new Worked(false, rest);
      }
      case JobHandler.InTransaction(JobHandler.TransactionalWork work) -> {
        inTransaction(run, work, tryToCommit);
        return Worked.WRITTEN;
      }
    }
  }

  /**
   * The handler's effects and the completion are one commit. The fence is the completion itself, at
   * the end: a lock on the job's row from the beginning would keep the rescuer from a worker that
   * is frozen inside its transaction.
   */
  private void inTransaction(
      JobRun run, JobHandler.TransactionalWork work, BooleanSupplier tryToCommit) throws Exception {
    try (Connection connection = store.connection()) {
      connection.setAutoCommit(false);
      try {
        limit(connection, timeout(run).plus(TO_COMMIT));
        work.run(run, GuardedTransaction.around(connection));
        if (!tryToCommit.getAsBoolean()) {
          connection.rollback();
        } else if (complete(connection, run)) {
          connection.commit();
        } else {
          connection.rollback();
          completion.listener.fenced(run);
        }
      } catch (Exception | Error e) {
        Store.undo(connection, e);
        throw e;
      }
    }
  }

  /** A limit that the pool has set is ended first: a timer that runs is not set anew. */
  private static void limit(Connection connection, Duration longest) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "SET LOCAL transaction_timeout = 0; SET LOCAL transaction_timeout = "
              + longest.toMillis());
    }
  }

  private boolean complete(Connection connection, JobRun run) throws SQLException {
    CompletionStatements statements = completion.statements;
    return !(run.recurring()
            ? statements.recur(connection, List.of(new Ending.Done(run, Duration.ZERO)))
            : statements.done(connection, List.of(run)))
        .isEmpty();
  }

  /**
   * Marks the worker as stopping: runs that fail from now on were interrupted by us, which does not
   * count against them.
   */
  void stop() {
    stopping = true;
  }

  /** A run has ended, or its time is up. */
  void ended(JobRun run, Duration took, @Nullable Throwable failure, Worked worked)
      throws InterruptedException {
    if (failure != null) {
      if (stopping) {
        giveBack(run);
      } else {
        fail(run, took, failure);
      }
      return;
    }
    completion.listener.succeeded(run, took);
    if (worked.written()) {
      completion.finisher.written(run);
    } else {
      completion.finisher.add(new Ending.Done(run, worked.rest()));
    }
  }

  private void fail(JobRun run, Duration took, Throwable failure) throws InterruptedException {
    RetryPolicy retries = duty(run).kind().retries();
    boolean last = !run.recurring() && retries.isLast(run.failures());
    completion.listener.failed(run, took, failure, last);
    CompletionStatements.Failure written =
        new CompletionStatements.Failure(
            run,
            text(failure),
            retries.pause(run.failures(), ThreadLocalRandom.current()::nextDouble));
    completion.finisher.add(last ? new Ending.Died(written) : new Ending.Failed(written));
  }

  private static String text(Throwable failure) {
    String whole = failure.toString().replace("\0", "");
    return whole.codePointCount(0, whole.length()) <= MAX_FAILURE_CHARS
        ? whole
        : whole.substring(0, whole.offsetByCodePoints(0, MAX_FAILURE_CHARS));
  }

  private JobHandlers.Duty duty(JobRun run) {
    JobHandlers.Duty duty = duties.of(run.kind());
    if (duty == null) {
      throw new IllegalStateException(
          "job %s of kind '%s' was claimed, for which there is no handler"
              .formatted(run.id(), run.kind()));
    }
    return duty;
  }
}
