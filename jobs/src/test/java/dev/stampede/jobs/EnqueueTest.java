package dev.stampede.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class EnqueueTest {

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
    jobs.run("TRUNCATE job");
  }

  @Test
  void aJobGoesWithTheTransactionThatEnqueuedIt() throws Exception {
    try (Connection connection = jobs.pool.getConnection()) {
      connection.setAutoCommit(false);
      assertThat(jobs.queue.enqueue(connection, NewJob.of("note", "")))
          .isInstanceOf(Enqueued.Accepted.class);
      connection.rollback();
    }

    assertThat(jobs.count("SELECT count(*) FROM job")).isZero();
  }

  @Test
  void manyAreAnsweredInTheirOrder() {
    List<Enqueued> answers =
        jobs.enqueue(
            List.of(
                NewJob.of("note", "a"),
                NewJob.of("note", "b").unique("k"),
                NewJob.of("note", "c"),
                NewJob.of("note", "d").unique("k"),
                NewJob.of("note", "e").unique("j").dueIn(Duration.ofHours(1))));

    assertThat(answers.get(3)).isEqualTo(new Enqueued.AlreadyThere("k"));
    List<Long> ids = new ArrayList<>();
    for (int number : List.of(0, 1, 2, 4)) {
      ids.add(((Enqueued.Accepted) answers.get(number)).id().value());
    }
    assertThat(jobs.longs("SELECT id FROM job ORDER BY payload")).isEqualTo(ids);
    assertThat(jobs.count("SELECT count(*) FROM job WHERE due_at > job_now()")).isEqualTo(1);
  }

  /** Planted: the index not unique, and no ON CONFLICT. All 32 were accepted. */
  @Test
  void ofManyWhoEnqueueOneKeyAtTheSameMomentOneIsAccepted() throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    List<Future<Enqueued>> answers = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int number = 0; number < 32; number++) {
        answers.add(
            threads.submit(
                () -> {
                  gate.await();
                  return jobs.enqueue(NewJob.of("note", "").unique("the-same"));
                }));
      }
      gate.countDown();
    }

    assertThat(answers.stream().map(Future::resultNow))
        .filteredOn(Enqueued.Accepted.class::isInstance)
        .hasSize(1);
    assertThat(jobs.count("SELECT count(*) FROM job")).isEqualTo(1);
  }

  @Test
  void aKeyIsFreeAgainWhenItsJobIsDone() {
    NewJob keyed = NewJob.of("note", "").unique("again");
    JobHandlers duties =
        JobHandlers.none().and(JobKind.named("note"), JobHandler.atLeastOnce(run -> {}));
    try (JobWorker _ = jobs.worker(duties)) {
      jobs.enqueue(keyed);
      JobsFixture.until(
          "it is accepted again", () -> jobs.enqueue(keyed) instanceof Enqueued.Accepted);
    }
  }

  @Test
  void invalidJobsAndSettingsAreRefusedWithTheirLimits() {
    assertThatThrownBy(() -> NewJob.of("", "")).hasMessage("kind has 0 characters; give 1..100");
    assertThatThrownBy(() -> NewJob.of("note", "x".repeat(65_537)))
        .hasMessage("payload has 65537 characters; give 0..65536");
    assertThatThrownBy(() -> NewJob.of("note", "\0")).hasMessageContaining("zero character");
    assertThatThrownBy(() -> NewJob.of("note", "").dueIn(Duration.ofSeconds(-1)))
        .hasMessage("delay is PT-1S; set PT0S..PT87600H");
    assertThatThrownBy(() -> NewJob.of("note", "").unique(""))
        .hasMessage("unique key has 0 characters; give 1..200");
    assertThatThrownBy(() -> jobs.enqueue(Collections.nCopies(10_001, NewJob.of("note", ""))))
        .hasMessage("jobs at once is 10001; set 0..10000");
    assertThatThrownBy(() -> WorkerSettings.DEFAULT.withThreads(0))
        .hasMessage("threads is 0; set 1..1000");
    assertThatThrownBy(
            () ->
                JobHandlers.none()
                    .and(JobKind.named("a"), JobHandler.atLeastOnce(run -> {}))
                    .and(JobKind.named("a"), JobHandler.atLeastOnce(run -> {})))
        .hasMessage("there are two handlers for jobs of kind 'a'; give one");
  }
}
