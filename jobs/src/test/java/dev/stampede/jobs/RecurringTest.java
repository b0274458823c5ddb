package dev.stampede.jobs;

import static dev.stampede.jobs.JobsFixture.until;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class RecurringTest {

  private static final Duration EVERY = Duration.ofMillis(100);
  private static final JobKind TICK = JobKind.named("tick");
  private static final NewJob JOB = NewJob.of("tick", "");

  private static final String WAITING_AHEAD =
      "SELECT count(*) FROM job WHERE worker IS NULL AND attempt > 0 AND due_at > job_now()";

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

  /** Planted: the next time counted from the end of a run. Times were no longer on the grid. */
  @Test
  void itRunsOnItsGridAndOnceAtEachPointHoweverManyWorkersThereAre() throws Exception {
    Queue<Instant> times = new ConcurrentLinkedQueue<>();
    JobHandlers duties =
        JobHandlers.none().and(TICK, JobHandler.atLeastOnce(run -> times.add(run.dueAt())));
    try (JobQueue other = new JobQueue(jobs.pool);
        JobWorker _ = jobs.worker(duties);
        JobWorker _ =
            JobWorker.start(other, "other", duties, JobsFixture.SETTINGS, JobListener.NONE)) {
      jobs.queue.every(EVERY, "the-tick", JOB);
      other.every(EVERY, "the-tick", JOB);
      until("it has run for a while", () -> times.size() >= 15);
    }

    assertThat(List.copyOf(times)).doesNotHaveDuplicates().isSorted();
    Instant first = times.element();
    assertThat(times)
        .allSatisfy(
            time -> assertThat(Duration.between(first, time).toNanos() % EVERY.toNanos()).isZero());
    assertThat(jobs.count("SELECT count(*) FROM job")).isEqualTo(1);
  }

  /**
   * Seen red without the finisher's ring: the claimer looked for the next time while the run had
   * not ended, found none, and slept for a whole poll.
   */
  @Test
  void itKeepsItsGridThoughItsWorkerPollsSeldom() {
    AtomicInteger runs = new AtomicInteger();
    JobHandlers duties =
        JobHandlers.none()
            .and(
                TICK,
                JobHandler.atLeastOnce(
                    run -> {
                      // Longer than a claim takes.
                      var _ = new CountDownLatch(1).await(50, TimeUnit.MILLISECONDS);
                      runs.incrementAndGet();
                    }));
    WorkerSettings settings = JobsFixture.SETTINGS.withPoll(Duration.ofMinutes(1));
    try (JobWorker _ = JobWorker.start(jobs.queue, "seldom", duties, settings, JobListener.NONE)) {
      jobs.queue.every(EVERY, "the-tick", JOB);
      until("it has run again and again", () -> runs.get() >= 5);
    }
  }

  @Test
  void aRunMaySayHowLongThereIsNothingToDo() {
    jobs.queue.every(Duration.ofSeconds(1), "resting", JOB);
    jobs.clockAhead(Duration.ofSeconds(2));
    JobHandlers duties =
        JobHandlers.none().and(TICK, JobHandler.resting(run -> Duration.ofHours(1)));
    try (JobWorker _ = jobs.worker(duties)) {
      until(
          "it rests",
          () ->
              jobs.count(
                      "SELECT count(*) FROM job WHERE due_at > job_now() + interval '59 minutes'")
                  == 1);
    }

    assertThat(
            jobs.count(
                "SELECT (extract(epoch FROM due_at - enqueued_at) * 1000)::int % 1000 FROM job"))
        .as("on its grid")
        .isZero();
  }

  @Test
  void timesThatNobodyCouldKeepAreMadeUpForOnce() {
    AtomicInteger runs = new AtomicInteger();
    jobs.queue.every(Duration.ofHours(1), "hourly", JOB);
    jobs.clockAhead(Duration.ofHours(10));
    JobHandlers duties =
        JobHandlers.none().and(TICK, JobHandler.atLeastOnce(run -> runs.incrementAndGet()));
    try (JobWorker _ = jobs.worker(duties)) {
      until(
          "it has run", () -> jobs.count("SELECT count(*) FROM job WHERE due_at > job_now()") == 1);
    }

    assertThat(runs).hasValue(1);
  }

  /** Seen red without the return to the grid: it waited for the hour that the clock was ahead. */
  @Test
  void itGoesOnAlthoughTheClockSteppedBack() {
    AtomicInteger runs = new AtomicInteger();
    JobHandlers duties =
        JobHandlers.none().and(TICK, JobHandler.atLeastOnce(run -> runs.incrementAndGet()));
    jobs.queue.every(Duration.ofMillis(500), "the-tick", JOB);
    jobs.clockAhead(Duration.ofHours(1));
    WorkerSettings brief = JobsFixture.SETTINGS.withLease(Duration.ofMillis(300));
    try (JobWorker _ = jobs.worker(duties, brief, JobListener.NONE)) {
      until("it has run and waits", () -> jobs.count(WAITING_AHEAD) == 1);
      jobs.clockAhead(Duration.ZERO);
      int before = runs.get();
      until("it runs again", () -> runs.get() > before);
    }
  }

  @Test
  void aFailedRunIsRepeatedBeforeItsNextTimeAndNeverDies() {
    Queue<Integer> failures = new ConcurrentLinkedQueue<>();
    RetryPolicy soon = new RetryPolicy(2, Duration.ofMillis(1), Duration.ofMillis(1));
    jobs.queue.every(Duration.ofHours(1), "hourly", JOB);
    jobs.clockAhead(Duration.ofMinutes(61));
    JobHandlers duties =
        JobHandlers.none()
            .and(
                TICK.retried(soon),
                JobHandler.inTransaction(
                    (run, transaction) -> {
                      failures.add(run.failures());
                      if (run.failures() < 4) {
                        throw new IllegalStateException("not yet");
                      }
                    }));
    try (JobWorker _ = jobs.worker(duties)) {
      until(
          "it has worked, and waits for its next time",
          () ->
              jobs.count(
                      "SELECT count(*) FROM job WHERE due_at > job_now() + interval '10 minutes'")
                  == 1);
    }

    assertThat(failures).containsExactlyElementsOf(List.of(0, 1, 2, 3, 4));
    assertThat(jobs.count("SELECT extract(epoch FROM due_at - enqueued_at)::int FROM job"))
        .isEqualTo(7_200);
    assertThat(jobs.count("SELECT failures FROM job")).isZero();
  }

  @Test
  void itsRhythmCanBeChangedAndEnded() {
    jobs.queue.every(Duration.ofHours(1), "name", JOB);
    long due = jobs.count("SELECT extract(epoch FROM due_at) * 1000 FROM job");
    jobs.queue.every(Duration.ofHours(1), "name", JOB);
    assertThat(jobs.count("SELECT extract(epoch FROM due_at) * 1000 FROM job")).isEqualTo(due);
    jobs.queue.every(Duration.ofHours(2), "name", JOB);
    assertThat(jobs.count("SELECT extract(epoch FROM due_at) * 1000 FROM job")).isGreaterThan(due);

    assertThat(jobs.queue.stopRecurring("name")).isTrue();
    assertThat(jobs.queue.stopRecurring("name")).isFalse();
    assertThat(jobs.count("SELECT count(*) FROM job")).isZero();
  }
}
