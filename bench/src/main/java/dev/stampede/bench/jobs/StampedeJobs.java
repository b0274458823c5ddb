package dev.stampede.bench.jobs;

import com.zaxxer.hikari.HikariDataSource;
import dev.stampede.jobs.JobHandler;
import dev.stampede.jobs.JobHandlers;
import dev.stampede.jobs.JobKind;
import dev.stampede.jobs.JobListener;
import dev.stampede.jobs.JobQueue;
import dev.stampede.jobs.JobSchema;
import dev.stampede.jobs.JobWorker;
import dev.stampede.jobs.NewJob;
import dev.stampede.jobs.WorkerSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;

/** Ours, with its default settings: finished jobs are kept for an hour. */
final class StampedeJobs implements NoOpJobs {

  private static final String KIND = "no-op";
  private static final int AT_ONCE = 5_000;
  private static final Duration LOOK = Duration.ofMillis(2);

  private final String name;
  private final HikariDataSource pool;
  private final JobQueue queue;
  private final RunCounter tally = new RunCounter();

  StampedeJobs(String name, String databaseUrl) throws SQLException {
    this.name = name;
    this.pool = JobConnections.open(databaseUrl);
    try (Connection connection = pool.getConnection()) {
      JobSchema.create(connection);
    }
    this.queue = new JobQueue(pool);
  }

  @Override
  public String name() {
    return name;
  }

  JobQueue queue() {
    return queue;
  }

  HikariDataSource pool() {
    return pool;
  }

  /** Adds jobs as if so many had been done before, and were still kept. */
  void finished(int jobs) throws SQLException {
    JobConnections.run(
        pool,
        """
        INSERT INTO job_done (id, finished_at, enqueued_at, attempt, kind)
        SELECT n, job_now(), job_now(), 1, '%s' FROM generate_series(1, %d) AS n"""
            .formatted(KIND, jobs));
    JobConnections.run(pool, "VACUUM ANALYZE job_done");
  }

  @Override
  public void fill(int jobs) throws SQLException {
    List<NewJob> some = Collections.nCopies(AT_ONCE, NewJob.of(KIND, ""));
    for (int left = jobs; left > 0; left -= AT_ONCE) {
      try (Connection connection = pool.getConnection()) {
        var _ = queue.enqueue(connection, some.subList(0, Math.min(left, AT_ONCE)));
      }
    }
  }

  @Override
  public Duration drain(int jobs) throws Exception {
    tally.reset();
    long began = System.nanoTime();
    try (JobWorker _ = worker(JobHandler.atLeastOnce(run -> tally.count()), JobListener.NONE)) {
      tally.await(jobs);
      while (!JobConnections.isEmpty(pool, "job")) {
        Thread.sleep(LOOK);
      }
      return Duration.ofNanos(System.nanoTime() - began);
    }
  }

  JobWorker worker(JobHandler handler, JobListener listener) {
    return JobWorker.start(
        queue,
        "bench",
        JobHandlers.none().and(JobKind.named(KIND), handler),
        WorkerSettings.DEFAULT.withThreads(JobConnections.THREADS),
        listener);
  }

  static NewJob job(String payload) {
    return NewJob.of(KIND, payload);
  }

  @Override
  public void close() {
    queue.close();
    pool.close();
  }
}
