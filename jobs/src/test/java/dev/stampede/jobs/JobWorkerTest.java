package dev.stampede.jobs;

import static dev.stampede.jobs.JobsFixture.until;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class JobWorkerTest {

  private static final JobKind NOTE = JobKind.named("note");
  private static final RetryPolicy AT_ONCE =
      new RetryPolicy(3, Duration.ofMillis(1), Duration.ofMillis(2));

  private static JobsFixture jobs;

  @BeforeAll
  static void open() {
    jobs = new JobsFixture();
  }

  @AfterAll
  static void close() {
    jobs.close();
  }

  @BeforeEach
  void empty() {
    jobs.empty();
  }

  @Test
  void jobsStartInTheOrderInWhichTheyAreDue() {
    Queue<String> order = new ConcurrentLinkedQueue<>();
    List<NewJob> later = new ArrayList<>();
    for (int number = 0; number < 200; number++) {
      later.add(NewJob.of("note", "%03d".formatted(number)).dueIn(Duration.ofMillis(number)));
    }
    Collections.shuffle(later, new java.util.Random(7));
    jobs.enqueue(later);
    jobs.clockAhead(Duration.ofMinutes(1));

    JobHandlers duties =
        JobHandlers.none().and(NOTE, JobHandler.atLeastOnce(run -> order.add(run.payload())));
    try (JobWorker _ = jobs.worker(duties, JobsFixture.SETTINGS.withThreads(1), JobListener.NONE)) {
      until("all have run", () -> order.size() == 200);
    }

    assertThat(new ArrayList<>(order)).isSorted();
  }

  @Test
  void aJobForLaterStartsWhenItIsDueAndNotBefore() {
    Queue<Duration> lags = new ConcurrentLinkedQueue<>();
    JobListener lag =
        new JobListener() {
          @Override
          public void started(JobRun run, Duration late) {
            lags.add(late);
          }
        };
    JobHandlers duties = JobHandlers.none().and(NOTE, JobHandler.atLeastOnce(run -> {}));
    try (JobWorker _ = jobs.worker(duties, JobsFixture.SETTINGS, lag)) {
      jobs.enqueue(NewJob.of("note", "").dueIn(Duration.ofMillis(300)));
      until("it has run", () -> jobs.count("SELECT count(*) FROM job_done") == 1);
    }

    assertThat(lags).singleElement().satisfies(late -> assertThat(late).isPositive());
    assertThat(
            jobs.count("SELECT count(*) FROM job_done WHERE finished_at - enqueued_at >= '0.3s'"))
        .isEqualTo(1);
  }

  @Test
  void aTransactionalJobsWritesCommitOnlyWithItsCompletion() {
    jobs.run("CREATE TABLE effect (job bigint)");
    AtomicInteger runs = new AtomicInteger();
    JobHandlers duties =
        JobHandlers.none()
            .and(
                NOTE.retried(AT_ONCE),
                JobHandler.inTransaction(
                    (run, transaction) -> {
                      try (Statement statement = transaction.createStatement()) {
                        statement.execute("INSERT INTO effect VALUES (" + run.id() + ")");
                      }
                      if (runs.incrementAndGet() < 3) {
                        throw new IllegalStateException("after the effect");
                      }
                    }));
    try (JobWorker _ = jobs.worker(duties)) {
      jobs.enqueue(NewJob.of("note", ""));
      until("it is done", () -> jobs.count("SELECT count(*) FROM job_done") == 1);
    }

    assertThat(runs).hasValue(3);
    assertThat(jobs.count("SELECT count(*) FROM effect")).isEqualTo(1);
  }

  @Test
  void aTransactionIsNotItsHandlersToEnd() {
    JobHandlers duties =
        JobHandlers.none()
            .and(
                NOTE.retried(new RetryPolicy(1, Duration.ofMillis(1), Duration.ofMillis(1))),
                JobHandler.inTransaction((run, transaction) -> transaction.commit()));
    try (JobWorker _ = jobs.worker(duties)) {
      jobs.enqueue(NewJob.of("note", ""));
      until("it is dead", () -> jobs.queue.admin().figures().dead() == 1);
    }

    assertThat(jobs.queue.admin().deadLetters(Long.MAX_VALUE, 10).getFirst().failure())
        .contains("commit() is not the handler's to call");
  }

  @Test
  void aFailingJobIsTriedAgainAfterPausesAndThenIsDead() {
    Queue<Integer> attempts = new ConcurrentLinkedQueue<>();
    JobHandlers duties =
        JobHandlers.none()
            .and(
                NOTE.retried(AT_ONCE),
                JobHandler.atLeastOnce(
                    run -> {
                      attempts.add(run.attempt());
                      throw new IllegalStateException("no luck \0 today");
                    }));
    JobId id;
    try (JobWorker _ = jobs.worker(duties)) {
      id = jobs.accepted(NewJob.of("note", "what"));
      until("it is dead", () -> jobs.queue.admin().figures().dead() == 1);
    }

    assertThat(attempts).containsExactly(1, 2, 3);
    assertThat(jobs.queue.admin().deadLetters(Long.MAX_VALUE, 10))
        .singleElement()
        .satisfies(
            letter -> {
              assertThat(letter.id()).isEqualTo(id);
              assertThat(letter.payload()).isEqualTo("what");
              assertThat(letter.failure()).contains("no luck").contains("today");
              assertThat(letter.tries()).isEqualTo(new JobAdmin.Tries(3, 3, 0));
            });
  }

  /**
   * The handler of the other half does not listen to interrupts, and keeps nobody from going on.
   */
  @Test
  void aRunWhoseTimeIsUpIsInterruptedAndHasFailedWhateverItDoesThen() {
    CountDownLatch deaf = new CountDownLatch(1);
    AtomicInteger interrupted = new AtomicInteger();
    JobKind brief = NOTE.within(Duration.ofSeconds(2)).retried(AT_ONCE);
    JobHandlers duties =
        JobHandlers.none()
            .and(
                brief,
                JobHandler.atLeastOnce(
                    run -> {
                      if (run.attempt() == 1) {
                        awaitInterrupt(interrupted);
                      } else if (run.attempt() == 2) {
                        awaitDeaf(deaf);
                      }
                    }));
    try (JobWorker _ = jobs.worker(duties)) {
      JobId id = jobs.accepted(NewJob.of("note", ""));
      until("the third run did it", () -> jobs.count("SELECT count(*) FROM job_done") == 1);
      assertThat(jobs.count("SELECT attempt FROM job_done WHERE id = " + id)).isEqualTo(3);
      deaf.countDown();
    }

    assertThat(interrupted).hasValue(1);
    assertThat(jobs.count("SELECT count(*) FROM job_done")).isEqualTo(1);
  }

  private static void awaitInterrupt(AtomicInteger interrupted) {
    try {
      var _ = new CountDownLatch(1).await(1, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      interrupted.incrementAndGet();
    }
  }

  private static void awaitDeaf(CountDownLatch deaf) {
    while (deaf.getCount() > 0) {
      try {
        deaf.await();
      } catch (InterruptedException notListening) {
        // That is the point.
      }
    }
  }

  @Test
  void closingWaitsForWhatRunsAndGivesBackWhatHasNotBegun() throws Exception {
    CountDownLatch running = new CountDownLatch(4);
    CountDownLatch go = new CountDownLatch(1);
    AtomicInteger ran = new AtomicInteger();
    JobHandlers duties =
        JobHandlers.none()
            .and(
                NOTE,
                JobHandler.atLeastOnce(
                    run -> {
                      ran.incrementAndGet();
                      running.countDown();
                      var _ = go.await(1, TimeUnit.MINUTES);
                    }));
    List<NewJob> many = Collections.nCopies(30, NewJob.of("note", ""));
    jobs.enqueue(many);
    JobWorker worker = jobs.worker(duties);
    running.await();
    Thread closing = Thread.ofVirtual().start(worker::close);
    until("nothing begins any more", () -> jobs.count(CLAIMED) == 4);
    go.countDown();
    closing.join();

    assertThat(ran).hasValue(4);
    assertThat(jobs.count("SELECT count(*) FROM job_done")).isEqualTo(4);
    assertThat(jobs.count("SELECT count(*) FROM job WHERE worker IS NULL")).isEqualTo(26);
  }

  @Test
  void closingInterruptsASlowJobAndGivesItBackWithoutAFailure() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    JobHandlers duties =
        JobHandlers.none()
            .and(
                NOTE,
                JobHandler.atLeastOnce(
                    run -> {
                      running.countDown();
                      var _ = new CountDownLatch(1).await(1, TimeUnit.MINUTES);
                    }));
    jobs.enqueue(NewJob.of("note", ""));
    WorkerSettings impatient = JobsFixture.SETTINGS.draining(Duration.ofSeconds(2));
    JobWorker worker = jobs.worker(duties, impatient, JobListener.NONE);
    running.await();
    worker.close();

    assertThat(jobs.count("SELECT count(*) FROM job WHERE worker IS NULL AND failures = 0"))
        .isEqualTo(1);
  }

  @Test
  void aListenerThatThrowsCostsNoJob() {
    JobListener broken =
        new JobListener() {
          @Override
          public void started(JobRun run, Duration lag) {
            throw new IllegalStateException("a broken meter");
          }
        };
    JobHandlers duties = JobHandlers.none().and(NOTE, JobHandler.atLeastOnce(run -> {}));
    jobs.enqueue(Collections.nCopies(20, NewJob.of("note", "")));
    try (JobWorker _ = jobs.worker(duties, JobsFixture.SETTINGS, broken)) {
      until("all are done", () -> jobs.count("SELECT count(*) FROM job_done") == 20);
    }
  }

  private static final String CLAIMED = "SELECT count(*) FROM job WHERE worker IS NOT NULL";

  @Test
  void kindsThatAWorkerCannotDoAreLeftToOthers() {
    AtomicBoolean noted = new AtomicBoolean();
    JobHandlers duties =
        JobHandlers.none().and(NOTE, JobHandler.atLeastOnce(run -> noted.set(true)));
    jobs.enqueue(NewJob.of("of-a-newer-version", ""));
    try (JobWorker _ = jobs.worker(duties)) {
      jobs.enqueue(NewJob.of("note", ""));
      until("the other is done", noted::get);
    }

    assertThat(jobs.count("SELECT attempt FROM job")).isZero();
  }

  /** Planted: claims that lock no rows. Of 3,000 jobs 4,764 runs were begun. */
  @Test
  void noJobIsBegunByTwoWorkers() {
    Queue<JobId> begun = new ConcurrentLinkedQueue<>();
    JobHandlers duties =
        JobHandlers.none().and(NOTE, JobHandler.atLeastOnce(run -> begun.add(run.id())));
    jobs.enqueue(Collections.nCopies(3_000, NewJob.of("note", "")));
    try (JobWorker _ = jobs.worker(duties);
        JobWorker _ = jobs.worker(duties);
        JobWorker _ = jobs.worker(duties)) {
      until("all are done", () -> jobs.count("SELECT count(*) FROM job") == 0);
    }

    assertThat(begun).hasSize(3_000).doesNotHaveDuplicates();
  }

  /** Behind the mark of a claimer: enqueued before what it has claimed, committed long after. */
  @Test
  void aJobThatIsCommittedLateIsFound() throws Exception {
    Queue<String> done = new ConcurrentLinkedQueue<>();
    JobHandlers duties =
        JobHandlers.none().and(NOTE, JobHandler.atLeastOnce(run -> done.add(run.payload())));
    try (JobWorker _ = jobs.worker(duties);
        var slow = jobs.pool.getConnection()) {
      slow.setAutoCommit(false);
      jobs.queue.enqueue(slow, NewJob.of("note", "late"));
      for (int number = 0; number < 10; number++) {
        jobs.enqueue(NewJob.of("note", "early"));
        int so = number + 1;
        until("it is done", () -> done.size() == so);
      }
      jobs.run("SELECT pg_sleep(%s)".formatted(2 * ClaimMark.LATE_COMMITS.toMillis() / 1_000.0));
      slow.commit();
      until("the late one is done, too", () -> done.contains("late"));
    }
  }
}
