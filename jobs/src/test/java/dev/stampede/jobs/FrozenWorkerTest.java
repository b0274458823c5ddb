package dev.stampede.jobs;

import static dev.stampede.jobs.JobsFixture.until;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.testkit.ChildJvm;
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
        until("it is in the middle of both", () -> jobs.count(BEGUN) == 2);
        frozen.freeze();
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

  private void takeOver(JobRun run, java.sql.Connection transaction) throws java.sql.SQLException {
    try (var statement = transaction.createStatement()) {
      statement.execute(
          "INSERT INTO effect_once VALUES (%s, %d, 'other')".formatted(run.id(), run.attempt()));
    }
  }

  private static final String BEGUN = "SELECT count(*) FROM begun";
  private static final String TAKEN_OVER = "SELECT count(*) FROM effect_once WHERE attempt = 2";
  private static final String ATTEMPT = "SELECT max(attempt) FROM job WHERE id = ";
}
