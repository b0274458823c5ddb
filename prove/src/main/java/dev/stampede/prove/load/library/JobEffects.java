package dev.stampede.prove.load.library;

import dev.stampede.jobs.JobHandler;
import dev.stampede.jobs.JobHandlers;
import dev.stampede.jobs.JobKind;
import dev.stampede.jobs.JobListener;
import dev.stampede.jobs.JobQueue;
import dev.stampede.jobs.JobRun;
import dev.stampede.jobs.JobWorker;
import dev.stampede.jobs.RetryPolicy;
import dev.stampede.jobs.WorkerSettings;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * A worker whose jobs write their effect in the transaction of their completion. Some runs fail
 * after the write, and some take long, so that faults meet jobs in their middle.
 */
final class JobEffects {

  static final String KIND = "effect";

  private static final String WRITE =
      "INSERT INTO prove.job_effect (job_key, attempt, worker) VALUES (?, ?, ?)";

  private static final double FAILS = 0.05;
  private static final double IS_LONG = 0.03;
  private static final Duration LONG = Duration.ofMillis(1_500);

  /** So often that no job dies in a run of 40 minutes. */
  private static final RetryPolicy RETRIES =
      new RetryPolicy(1_000, Duration.ofMillis(100), Duration.ofSeconds(2));

  private static final WorkerSettings SETTINGS =
      WorkerSettings.DEFAULT
          .withThreads(4)
          .withBatch(20)
          .withLease(Duration.ofSeconds(3))
          .withPoll(Duration.ofMillis(500))
          .draining(Duration.ofSeconds(5));

  private JobEffects() {}

  static JobWorker start(JobQueue queue, String worker) {
    JobKind kind = JobKind.named(KIND).within(Duration.ofSeconds(10)).retried(RETRIES);
    JobHandler handler =
        JobHandler.inTransaction((run, transaction) -> handle(run, transaction, worker));
    return JobWorker.start(
        queue, worker, JobHandlers.none().and(kind, handler), SETTINGS, JobListener.NONE);
  }

  private static void handle(JobRun run, Connection transaction, String worker)
      throws SQLException {
    try (PreparedStatement statement = transaction.prepareStatement(WRITE)) {
      statement.setString(1, run.payload());
      statement.setInt(2, run.attempt());
      statement.setString(3, worker);
      statement.executeUpdate();
    }
    double mood = ThreadLocalRandom.current().nextDouble();
    if (mood < FAILS) {
      throw new IllegalStateException("this run fails on purpose, after its write");
    }
    if (mood < FAILS + IS_LONG) {
      LockSupport.parkNanos(LONG.toNanos());
    }
  }
}
