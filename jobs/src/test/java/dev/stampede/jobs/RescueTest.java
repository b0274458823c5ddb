package dev.stampede.jobs;

import static dev.stampede.jobs.JobsFixture.until;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.Sql;
import dev.stampede.testkit.TcpProxy;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.Collections;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class RescueTest {

  private static final JobKind NOTE = JobKind.named("note");
  private static final WorkerSettings BRIEF =
      JobsFixture.SETTINGS.withLease(Duration.ofMillis(600));

  /** Long enough for a worker on a busy machine to renew it in time. */
  private static final WorkerSettings RENEWED =
      JobsFixture.SETTINGS.withLease(Duration.ofSeconds(4));

  private static final String LEASES_END =
      "SELECT (extract(epoch FROM max(lease_until)) * 1000)::bigint FROM job_worker";
  private static final String NOW = "SELECT (extract(epoch FROM job_now()) * 1000)::bigint";

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

  /** The number of jobs that were taken from their workers. */
  private static final class Rescues implements JobListener {
    private final AtomicInteger jobs = new AtomicInteger();

    @Override
    public void rescued(int freed, int died) {
      jobs.addAndGet(freed + died);
    }
  }

  /** One row stands for all that a worker has, buffered jobs included. */
  @Test
  void aLivingWorkerKeepsWhatIsInItsBufferForLongerThanItsLease() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    Rescues rescued = new Rescues();
    JobHandlers duties =
        JobHandlers.none().and(NOTE, JobHandler.atLeastOnce(run -> go.await(1, TimeUnit.MINUTES)));
    jobs.enqueue(Collections.nCopies(20, NewJob.of("note", "")));
    try (JobWorker _ = jobs.worker(duties, RENEWED, rescued);
        JobWorker _ = jobs.worker(JobHandlers.none(), RENEWED, rescued)) {
      until("some have begun", () -> jobs.count("SELECT max(attempt) FROM job") == 1);
      long end = jobs.count(LEASES_END);
      // The other looks for leases that have ended twice within one of its own.
      long seen = end + RENEWED.lease().toMillis() * 2 / 3;
      until("the leases of now would have ended", () -> jobs.count(NOW) > seen);
      go.countDown();
      until("all are done", () -> jobs.count("SELECT count(*) FROM job_done") == 20);
    }

    assertThat(rescued.jobs).hasValue(0);
    assertThat(jobs.count("SELECT max(attempt) FROM job_done")).isEqualTo(1);
  }

  @Test
  void anotherWorkerDoesTheJobsOfAVanishedOne() {
    jobs.enqueue(Collections.nCopies(100, NewJob.of("note", "")));
    jobs.run("INSERT INTO job_worker (name, lease_until) VALUES ('gone', job_now())");
    jobs.run("UPDATE job SET worker = (SELECT id FROM job_worker), attempt = 1");
    JobHandlers duties = JobHandlers.none().and(NOTE, JobHandler.atLeastOnce(run -> {}));
    try (JobWorker _ = jobs.worker(duties)) {
      until("all are done", () -> jobs.count("SELECT count(*) FROM job_done") == 100);
    }

    assertThat(jobs.count("SELECT min(attempt) FROM job_done")).isEqualTo(2);
    assertThat(jobs.count("SELECT count(*) FROM job_worker WHERE name = 'gone'")).isZero();
  }

  /**
   * Seen red without the length of leases, and without a look at when the jobs were due: either
   * kept them for the hour that the clock had been ahead.
   */
  @Test
  void aDeadWorkersJobsAreTakenOverAlthoughTheClockSteppedBack() {
    jobs.clockAhead(Duration.ofHours(1));
    jobs.enqueue(Collections.nCopies(3, NewJob.of("note", "")));
    jobs.run(
        """
        INSERT INTO job_worker (name, lease_until, lease_millis)
        VALUES ('gone', job_now() + interval '300 ms', 300)""");
    jobs.run("UPDATE job SET worker = (SELECT id FROM job_worker), attempt = 1");
    jobs.clockAhead(Duration.ZERO);

    JobHandlers duties = JobHandlers.none().and(NOTE, JobHandler.atLeastOnce(run -> {}));
    try (JobWorker _ = jobs.worker(duties, BRIEF, JobListener.NONE)) {
      until("all are done", () -> jobs.count("SELECT count(*) FROM job_done") == 3);
    }
  }

  /**
   * A failover to a standby that lagged undoes the end of a run and breaks all connections. The
   * worker lives, so nobody rescues the job from it. Seen red before a worker compared what it has
   * on each new connection; a checked run had found it: expired holds stayed for good.
   */
  @Test
  void aJobWhoseEndWasUndoneIsRunAgainAlthoughItsWorkerLives() {
    AtomicInteger runs = new AtomicInteger();
    JobHandlers duties =
        JobHandlers.none().and(NOTE, JobHandler.atLeastOnce(_ -> runs.incrementAndGet()));
    jobs.queue.every(Duration.ofHours(1), "hourly", NewJob.of("note", ""));
    jobs.run("UPDATE job SET due_at = job_now()");
    try (JobWorker _ = jobs.worker(duties)) {
      until(
          "it has run",
          () ->
              jobs.count("SELECT count(*) FROM job WHERE worker IS NULL AND due_at > job_now()")
                      == 1
                  && runs.get() == 1);
      jobs.run("UPDATE job SET worker = (SELECT max(id) FROM job_worker), due_at = job_now()");
      jobs.run(
          """
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND query LIKE 'LISTEN%'""");

      until("it has run again", () -> runs.get() == 2);
    }
  }

  /** Seen red with workers given up at once whose leases are too long. */
  @Test
  void aLivingWorkerKeepsItsJobsAlthoughTheClockSteppedBack() {
    CountDownLatch go = new CountDownLatch(1);
    JobHandlers duties =
        JobHandlers.none().and(NOTE, JobHandler.atLeastOnce(run -> go.await(1, TimeUnit.MINUTES)));
    jobs.clockAhead(Duration.ofHours(1));
    jobs.enqueue(NewJob.of("note", ""));
    Rescues rescued = new Rescues();
    try (JobWorker _ = jobs.worker(duties, RENEWED, rescued);
        JobWorker _ = jobs.worker(JobHandlers.none(), RENEWED, rescued)) {
      until("it has begun", () -> jobs.count("SELECT max(attempt) FROM job") == 1);
      jobs.clockAhead(Duration.ZERO);
      until(
          "all leases are as long as ever",
          () ->
              jobs.count(
                      "SELECT count(*) FROM job_worker WHERE lease_until > job_now() + interval '6 s'")
                  == 0);
      go.countDown();
      until("it is done", () -> jobs.count("SELECT count(*) FROM job_done") == 1);
    }

    assertThat(rescued.jobs).hasValue(0);
  }

  @Test
  void aJobWithWhichWorkersVanishAgainAndAgainIsDead() {
    jobs.enqueue(NewJob.of("note", ""));
    jobs.run("INSERT INTO job_worker (name, lease_until) VALUES ('gone', job_now())");
    jobs.run(
        "UPDATE job SET worker = (SELECT id FROM job_worker), losses = "
            + (Rescuer.MAX_LOSSES - 1));

    assertThat(new Rescuer(jobs.queue.store(), JobListener.NONE).tick()).isTrue();

    assertThat(jobs.queue.admin().deadLetters(Long.MAX_VALUE, 1).getFirst().failure())
        .isEqualTo("50 workers vanished while they had it");
  }

  /** As after a long freeze: it must not go on under a name that has been given up. */
  @Test
  void aWorkerThatWasGivenUpBeginsAnew() {
    AtomicInteger done = new AtomicInteger();
    JobHandlers duties =
        JobHandlers.none().and(NOTE, JobHandler.atLeastOnce(run -> done.incrementAndGet()));
    try (JobWorker _ = jobs.worker(duties, RENEWED, JobListener.NONE)) {
      long before = jobs.count("SELECT max(id) FROM job_worker");
      jobs.run("UPDATE job_worker SET lease_until = '-infinity'");
      until("it has another number", () -> jobs.count("SELECT max(id) FROM job_worker") > before);
      jobs.enqueue(NewJob.of("note", ""));
      until("it works", () -> done.get() == 1);
    }
  }

  /**
   * As when a claim was committed and its answer lost: the worker lives, and knows nothing of it.
   */
  @Test
  void jobsClaimedForAWorkerThatNeverReachedItAreGivenBack() {
    jobs.enqueue(Collections.nCopies(3, NewJob.of("note", "")));
    jobs.run("INSERT INTO job_worker (name, lease_until) VALUES ('alive', 'infinity')");
    ClaimStatements claims = new ClaimStatements(jobs.queue.store(), java.util.Set.of("note"));
    Holdings known = new Holdings();
    known.add(claims.look(1, ClaimMark.Place.BEGINNING, 1, Duration.ofSeconds(1)).claimed());
    var _ = claims.look(1, ClaimMark.Place.BEGINNING, 2, Duration.ofSeconds(1));

    assertThat(claims.giveBackUnknown(1, known)).isEqualTo(2);

    assertThat(jobs.longs("SELECT id FROM job WHERE worker IS NOT NULL")).containsExactly(1L);
  }

  /**
   * Its signs of life are held up until its lease has ended; nobody takes its place, and the next
   * one makes the lease good again. Seen red without a ring for the claimer then: it slept for a
   * whole poll.
   */
  @Test
  void aLeaseThatComesBackIsUsedAtOnce() throws Exception {
    JobHandlers duties = JobHandlers.none().and(NOTE, JobHandler.atLeastOnce(run -> {}));
    WorkerSettings seldom =
        JobsFixture.SETTINGS.withLease(Duration.ofMillis(600)).withPoll(Duration.ofMinutes(1));
    try (JobWorker _ = jobs.worker(duties, seldom, JobListener.NONE)) {
      try (Connection beside = jobs.pool.getConnection();
          Statement statement = beside.createStatement()) {
        beside.setAutoCommit(false);
        statement.execute("SELECT FROM job_worker FOR NO KEY UPDATE");
        until(
            "its lease has ended",
            () -> jobs.count("SELECT count(*) FROM job_worker WHERE lease_until < job_now()") == 1);
        jobs.enqueue(NewJob.of("note", ""));
        // The claimer looks, in vain.
        jobs.run("SELECT pg_sleep(0.3)");
        beside.rollback();
      }
      jobs.enqueue(NewJob.of("note", ""));
      until("both are done", () -> jobs.count("SELECT count(*) FROM job_done") == 2);
    }
  }

  /**
   * Every connection cut again and again, in the middle of claims and completions.
   *
   * <p>Some runs are repeated, since what is not known to be done is done again.
   */
  @Test
  void jobsAreDoneThoughConnectionsAreCut() {
    java.util.Set<JobId> done = java.util.concurrent.ConcurrentHashMap.newKeySet();
    JobHandlers duties =
        JobHandlers.none().and(NOTE, JobHandler.atLeastOnce(run -> done.add(run.id())));
    jobs.enqueue(Collections.nCopies(5_000, NewJob.of("note", "")));
    try (JobWorker _ = jobs.worker(duties)) {
      for (int cut = 1; cut <= 5; cut++) {
        int so = cut * 500;
        until("so many are done", () -> done.size() >= so);
        // Not on one of the pool's connections: it may lend one that the last cut has ended.
        Sql apart = new Sql(jobs.data.url());
        apart.run(
            """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()
              AND backend_type = 'client backend'""");
      }
      until("all are done", () -> queueIsEmpty());
    }

    assertThat(done).hasSize(5_000);
  }

  /**
   * The link to the database is lost without a word, and new connections go through. Seen red with
   * a pool whose sockets have no time-out.
   */
  @Test
  void jobsAreDoneThoughConnectionsFallSilent() throws Exception {
    AtomicInteger done = new AtomicInteger();
    JobHandlers duties =
        JobHandlers.none().and(NOTE, JobHandler.atLeastOnce(run -> done.incrementAndGet()));
    Sql database = new Sql(jobs.data.url());
    try (TcpProxy wire = TcpProxy.to(database.url().getPort());
        HikariDataSource pool =
            JobsFixture.pool(database.jdbcUrl(wire.port()) + "&socketTimeout=1");
        JobQueue queue = new JobQueue(pool);
        JobWorker _ = JobWorker.start(queue, "test", duties, BRIEF, JobListener.NONE);
        AutoCloseable _ = wire::cutAll) {
      jobs.enqueue(NewJob.of("note", ""));
      until("it works", () -> done.get() == 1);
      wire.silence();
      jobs.enqueue(NewJob.of("note", ""));
      // The pool may have to give up several dead connections, which takes it seconds for each.
      Eventually.within(Duration.ofMinutes(1)).until("it works again", () -> done.get() == 2);
    }
  }

  private static boolean queueIsEmpty() {
    try {
      return jobs.count("SELECT count(*) FROM job") == 0;
    } catch (IllegalStateException cut) {
      return false;
    }
  }
}
