package dev.stampede.jobs;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.Sql;
import dev.stampede.testkit.TestDatabase;
import dev.stampede.testkit.TestServices;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** A database with the queue's tables, and short words for what tests do with it. */
final class JobsFixture implements AutoCloseable {

  /** The lease is so long that a busy machine does not end it; tests of its end have their own. */
  static final WorkerSettings SETTINGS =
      WorkerSettings.DEFAULT
          .withThreads(4)
          .withBatch(50)
          .withLease(Duration.ofSeconds(30))
          .withPoll(Duration.ofMillis(200));

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int CONNECTIONS = 16;

  final TestDatabase data = TestServices.shared().freshDatabase();
  final HikariDataSource pool;
  final JobQueue queue;

  JobsFixture() {
    pool = pool(jdbcUrl(data.url()));
    queue = new JobQueue(pool);
    try (Connection connection = pool.getConnection()) {
      JobSchema.create(connection);
    } catch (SQLException e) {
      throw new IllegalStateException("the tables could not be created", e);
    }
  }

  static HikariDataSource pool(String jdbcUrl) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(jdbcUrl);
    config.setMaximumPoolSize(CONNECTIONS);
    config.setMinimumIdle(1);
    return new HikariDataSource(config);
  }

  static String jdbcUrl(String url) {
    return new Sql(url).jdbcUrl();
  }

  JobWorker worker(JobHandlers duties) {
    return worker(duties, SETTINGS, JobListener.NONE);
  }

  JobWorker worker(JobHandlers duties, WorkerSettings settings, JobListener listener) {
    return JobWorker.start(queue, "test", duties, settings, listener);
  }

  /** In a transaction of its own. */
  Enqueued enqueue(NewJob job) {
    return enqueue(List.of(job)).getFirst();
  }

  List<Enqueued> enqueue(List<NewJob> jobs) {
    try (Connection connection = pool.getConnection()) {
      List<Enqueued> enqueued = queue.enqueue(connection, jobs);
      queue.wake();
      return enqueued;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  JobId accepted(NewJob job) {
    return ((Enqueued.Accepted) enqueue(job)).id();
  }

  void run(String sql) {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  long count(String sql) {
    return longs(sql).getFirst();
  }

  List<Long> longs(String sql) {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      List<Long> values = new ArrayList<>();
      while (rows.next()) {
        values.add(rows.getLong(1));
      }
      return values;
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  /** Moves the queue's time: so far ahead of the real one. */
  void clockAhead(Duration ahead) {
    run(
        """
        CREATE OR REPLACE FUNCTION job_now() RETURNS timestamptz LANGUAGE sql VOLATILE
        AS $$ SELECT clock_timestamp() + interval '%d microseconds' $$"""
            .formatted(TimeUnit.MICROSECONDS.convert(ahead)));
  }

  /** Restores the beginning: no jobs, ids from 1, the real time. */
  void empty() {
    run("DROP TABLE IF EXISTS effect");
    run("TRUNCATE job, job_done, job_dead, job_worker RESTART IDENTITY");
    clockAhead(Duration.ZERO);
  }

  static void until(String awaited, Callable<Boolean> condition) {
    Eventually.within(PATIENCE).until(awaited, condition);
  }

  @Override
  public void close() {
    queue.close();
    pool.close();
    data.close();
  }
}
