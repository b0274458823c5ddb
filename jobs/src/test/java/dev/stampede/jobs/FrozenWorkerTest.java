package dev.stampede.jobs;

import static dev.stampede.jobs.JobsFixture.until;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.testkit.ChildJvm;
import dev.stampede.testkit.Eventually;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/**
 * A worker frozen (SIGSTOP) in the middle of its jobs for longer than its lease, and thawed when
 * another has taken them over.
 *
 * <p>Planted: completions that do not ask for the attempt. The thawed worker was never told: it had
 * completed the job that the other was still running.
 */
final class FrozenWorkerTest {

  @Test
  void aFrozenWorkerCannotCompleteJobsThatAnotherHasTakenOver() throws Exception {
    try (JobsFixture jobs = new JobsFixture()) {
      jobs.run(WorkerProcess.TABLES);
      JobId once = jobs.accepted(NewJob.of(WorkerProcess.ONCE, WorkerProcess.WAIT));
      JobId again = jobs.accepted(NewJob.of(WorkerProcess.AGAIN, WorkerProcess.WAIT));
      CountDownLatch hold = new CountDownLatch(1);
      try (ChildJvm frozen = WorkerProcess.start(JobsFixture.jdbcUrl(jobs.data.url()), "frozen")) {
        Eventually.within(Duration.ofMinutes(2))
            .until("it is in the middle of both", () -> jobs.count(BEGUN) == 2);
        freeze(frozen, jobs);
        until("its lease has ended", () -> jobs.count(ENDED) == 1);
        JobHandlers duties =
            JobHandlers.none()
                .and(JobKind.named(WorkerProcess.ONCE), JobHandler.inTransaction(this::takeOver))
                .and(
                    JobKind.named(WorkerProcess.AGAIN),
                    JobHandler.atLeastOnce(run -> hold.await()));
        try (JobWorker _ = jobs.worker(duties)) {
          until("the one was taken over and is done", () -> jobs.count(TAKEN_OVER) == 1);
          until("another worker has the other", () -> jobs.count(ATTEMPT + again) == 2);
          jobs.run("INSERT INTO go VALUES (%s), (%s)".formatted(once, again));
          frozen.thaw();
          until("it was told for both", () -> jobs.count("SELECT count(*) FROM fenced") == 2);

          assertThat(jobs.count(ATTEMPT + again)).as("still the other's").isEqualTo(2);
          hold.countDown();
          until("all is done", () -> jobs.count("SELECT count(*) FROM job_done") == 2);
        }
      }

      assertThat(jobs.longs("SELECT attempt FROM effect_once")).containsExactly(2L);
      assertThat(jobs.longs("SELECT attempt FROM job_done")).containsExactly(2L, 2L);
    }
  }

  /**
   * Freezes it between two claims. A worker that claims has locked its row, and rescuers would take
   * it for alive as long as it is frozen.
   */
  private static void freeze(ChildJvm worker, JobsFixture jobs) {
    until(
        "it is frozen between two claims",
        () -> {
          worker.freeze();
          until("PostgreSQL has done what it asked for", () -> jobs.count(ACTIVE) == 0);
          boolean between = jobs.count(UNLOCKED) == 1;
          if (!between) {
            worker.thaw();
          }
          return between;
        });
  }

  private void takeOver(JobRun run, java.sql.Connection transaction) throws java.sql.SQLException {
    try (var statement = transaction.createStatement()) {
      statement.execute(
          "INSERT INTO effect_once VALUES (%s, %d, 'other')".formatted(run.id(), run.attempt()));
    }
  }

  private static final String ACTIVE =
      """
      SELECT count(*) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND state = 'active'
        AND backend_type = 'client backend'""";
  private static final String UNLOCKED =
      "SELECT count(*) FROM (SELECT id FROM job_worker FOR UPDATE SKIP LOCKED) AS free";
  private static final String ENDED =
      "SELECT count(*) FROM job_worker WHERE lease_until < job_now()";
  private static final String BEGUN = "SELECT count(*) FROM begun";
  private static final String TAKEN_OVER = "SELECT count(*) FROM effect_once WHERE attempt = 2";
  private static final String ATTEMPT = "SELECT max(attempt) FROM job WHERE id = ";
}
