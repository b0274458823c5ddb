package dev.stampede.jobs;

import com.zaxxer.hikari.HikariDataSource;
import dev.stampede.testkit.ChildJvm;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;

/** A worker in a JVM of its own, to be killed or frozen. */
final class WorkerProcess {

  /**
   * The tables that the process writes its effects to, without any constraint that would hide a
   * second time.
   */
  static final String TABLES =
      """
      CREATE TABLE effect_once (job bigint, attempt integer, worker text);
      CREATE TABLE effect_again (job bigint, attempt integer, worker text);
      CREATE TABLE begun (job bigint, attempt integer, worker text);
      CREATE TABLE fenced (job bigint, attempt integer, worker text);
      CREATE TABLE go (job bigint)""";

  static final String ONCE = "once";
  static final String AGAIN = "again";

  /** A payload that makes a run of the first attempt wait until it is told to go on. */
  static final String WAIT = "wait";

  /** Long enough for a worker on a busy machine to begin what it has claimed. */
  private static final Duration LEASE = Duration.ofSeconds(3);

  /** A variable, since the address holds a password. */
  private static final String DATABASE = "JDBC_URL";

  private static final Duration LOOK_AGAIN = Duration.ofMillis(10);

  private WorkerProcess() {}

  static ChildJvm start(String jdbcUrl, String name) throws IOException {
    return ChildJvm.start(WorkerProcess.class, Map.of(DATABASE, jdbcUrl), name);
  }

  public static void main(String[] arguments) throws InterruptedException {
    try (HikariDataSource pool = JobsFixture.pool(System.getenv(DATABASE));
        JobQueue queue = new JobQueue(pool);
        JobWorker _ = start(queue, pool, arguments[0])) {
      // The test that started it ends it; the hour is for the case that the test died.
      TimeUnit.HOURS.sleep(1);
    }
  }

  /** The same worker in this process. */
  static JobWorker start(JobQueue queue, DataSource pool, String name) {
    JobHandlers duties =
        JobHandlers.none()
            .and(
                JobKind.named(ONCE),
                JobHandler.inTransaction(
                    (run, transaction) -> {
                      write(transaction, "effect_once", run, name);
                      begin(pool, run, name);
                    }))
            .and(
                JobKind.named(AGAIN),
                JobHandler.atLeastOnce(
                    run -> {
                      try (Connection connection = pool.getConnection()) {
                        write(connection, "effect_again", run, name);
                      }
                      begin(pool, run, name);
                    }));
    JobListener listener =
        new JobListener() {
          @Override
          public void fenced(JobRun run) {
            try (Connection connection = pool.getConnection()) {
              write(connection, "fenced", run, name);
            } catch (SQLException e) {
              throw new IllegalStateException(e);
            }
          }
        };
    return JobWorker.start(queue, name, duties, JobsFixture.SETTINGS.withLease(LEASE), listener);
  }

  private static void begin(DataSource pool, JobRun run, String name) throws SQLException {
    if (run.payload().equals(WAIT)) {
      try (Connection connection = pool.getConnection()) {
        write(connection, "begun", run, name);
        while (run.attempt() == 1 && !mayGo(connection, run)) {
          LockSupport.parkNanos(LOOK_AGAIN.toNanos());
        }
      }
    }
  }

  private static boolean mayGo(Connection connection, JobRun run) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement("SELECT count(*) FROM go WHERE job = ?")) {
      statement.setLong(1, run.id().value());
      try (ResultSet row = statement.executeQuery()) {
        return row.next() && row.getInt(1) > 0;
      }
    }
  }

  private static void write(Connection connection, String table, JobRun run, String name)
      throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement("INSERT INTO " + table + " VALUES (?, ?, ?)")) {
      statement.setLong(1, run.id().value());
      statement.setInt(2, run.attempt());
      statement.setString(3, name);
      statement.executeUpdate();
    }
  }
}
