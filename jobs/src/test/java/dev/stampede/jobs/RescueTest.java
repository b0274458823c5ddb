package dev.stampede.jobs;

import static dev.stampede.jobs.JobsFixture.until;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class RescueTest {

  private static final JobKind NOTE = JobKind.named("note");

  private JobsFixture jobs;

  @BeforeEach
  void open() {
    jobs = new JobsFixture();
  }

  @AfterEach
  void close() {
    jobs.close();
  }

  /** One row stands for all that a worker has, buffered jobs included. */
  @Test
  void aLivingWorkerKeepsWhatIsInItsBufferForLongerThanItsLease() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    AtomicInteger rescued = new AtomicInteger();
    JobListener listener =
        new JobListener() {
          @Override
          public void rescued(int freed, int died) {
            rescued.addAndGet(freed + died);
          }
        };
    Duties duties =
        Duties.none().and(NOTE, Handler.atLeastOnce(run -> go.await(1, TimeUnit.MINUTES)));
    WorkerSettings brief = JobsFixture.SETTINGS.withLease(java.time.Duration.ofMillis(600));
    jobs.enqueue(Collections.nCopies(20, NewJob.of("note", "")));
    try (JobWorker _ = jobs.worker(duties, brief, listener);
        JobWorker _ = jobs.worker(Duties.none(), brief, listener)) {
      until("some have begun", () -> jobs.count("SELECT max(attempt) FROM job") == 1);
      jobs.run("SELECT pg_sleep(1.5)");
      go.countDown();
      until("all are done", () -> jobs.count("SELECT count(*) FROM job_done") == 20);
    }

    assertThat(rescued).hasValue(0);
    assertThat(jobs.count("SELECT max(attempt) FROM job_done")).isEqualTo(1);
  }

  @Test
  void whatAVanishedWorkerHadIsDoneByAnother() {
    jobs.enqueue(Collections.nCopies(100, NewJob.of("note", "")));
    jobs.run("INSERT INTO job_worker (name, lease_until) VALUES ('gone', job_now())");
    jobs.run("UPDATE job SET worker = (SELECT id FROM job_worker), attempt = 1");
    Duties duties = Duties.none().and(NOTE, Handler.atLeastOnce(run -> {}));
    try (JobWorker _ = jobs.worker(duties)) {
      until("all are done", () -> jobs.count("SELECT count(*) FROM job_done") == 100);
    }

    assertThat(jobs.count("SELECT min(attempt) FROM job_done")).isEqualTo(2);
    assertThat(jobs.count("SELECT count(*) FROM job_worker WHERE name = 'gone'")).isZero();
  }

  @Test
  void aJobWithWhichWorkersVanishAgainAndAgainIsDead() {
    jobs.enqueue(NewJob.of("note", ""));
    jobs.run("INSERT INTO job_worker (name, lease_until) VALUES ('gone', job_now())");
    jobs.run(
        "UPDATE job SET worker = (SELECT id FROM job_worker), losses = "
            + (Rescuer.MAX_LOSSES - 1));

    assertThat(new Rescuer(jobs.queue.store(), JobListener.NONE).tick()).isTrue();

    assertThat(jobs.queue.office().deadLetters(Long.MAX_VALUE, 1).getFirst().failure())
        .isEqualTo("50 workers vanished while they had it");
  }

  /** As after a long freeze: it must not go on under a name that has been given up. */
  @Test
  void aWorkerThatWasGivenUpBeginsAnew() {
    AtomicInteger done = new AtomicInteger();
    Duties duties = Duties.none().and(NOTE, Handler.atLeastOnce(run -> done.incrementAndGet()));
    try (JobWorker _ = jobs.worker(duties)) {
      long before = jobs.count("SELECT max(id) FROM job_worker");
      jobs.run("UPDATE job_worker SET lease_until = '-infinity'");
      until("it has another number", () -> jobs.count("SELECT max(id) FROM job_worker") > before);
      jobs.enqueue(NewJob.of("note", ""));
      until("it works", () -> done.get() == 1);
    }
  }
}
