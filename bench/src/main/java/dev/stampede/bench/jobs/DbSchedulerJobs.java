package dev.stampede.bench.jobs;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.time.Duration;

/**
 * db-scheduler, with what it recommends for high throughput: lock-and-fetch, and a fetch of four
 * times as many as it has threads as soon as no more than one for each thread are left.
 */
final class DbSchedulerJobs implements NoOpJobs {

  private static final String NAME = "db-scheduler";
  private static final double FETCH_WHEN_LEFT = 1.0;
  private static final double FETCH = 4.0;
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration LOOK = Duration.ofMillis(2);

  /** Its table for PostgreSQL, without the index that only priorities need. */
  private static final String TABLE =
      """
      CREATE TABLE scheduled_tasks (
        task_name text NOT NULL,
        task_instance text NOT NULL,
        task_data bytea,
        execution_time timestamptz,
        picked boolean NOT NULL,
        picked_by text,
        last_success timestamptz,
        last_failure timestamptz,
        consecutive_failures integer,
        last_heartbeat timestamptz,
        version bigint NOT NULL,
        priority smallint,
        state text,
        PRIMARY KEY (task_name, task_instance));
      CREATE INDEX execution_time_idx ON scheduled_tasks (execution_time);
      CREATE INDEX last_heartbeat_idx ON scheduled_tasks (last_heartbeat)""";

  private final HikariDataSource pool;
  private final RunCounter tally = new RunCounter();
  private final OneTimeTask<Void> task =
      Tasks.oneTime("no-op").execute((instance, context) -> tally.count());

  DbSchedulerJobs(String databaseUrl) throws SQLException {
    this.pool = JobConnections.open(databaseUrl);
    JobConnections.run(pool, TABLE);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public void fill(int jobs) throws SQLException {
    JobConnections.run(
        pool,
        """
        INSERT INTO scheduled_tasks (task_name, task_instance, execution_time, picked, version)
        SELECT 'no-op', n, clock_timestamp(), false, 1 FROM generate_series(1, %d) AS n"""
            .formatted(jobs));
  }

  @Override
  public Duration drain(int jobs) throws Exception {
    tally.reset();
    long began = System.nanoTime();
    Scheduler scheduler =
        Scheduler.create(pool, task)
            .threads(JobConnections.THREADS)
            .pollingInterval(POLL)
            .pollUsingLockAndFetch(FETCH_WHEN_LEFT, FETCH)
            .build();
    scheduler.start();
    try {
      tally.await(jobs);
      while (!JobConnections.isEmpty(pool, "scheduled_tasks")) {
        Thread.sleep(LOOK);
      }
      return Duration.ofNanos(System.nanoTime() - began);
    } finally {
      scheduler.stop();
    }
  }

  @Override
  public void close() {
    pool.close();
  }
}
