package dev.stampede.prove.load.library;

import com.zaxxer.hikari.HikariDataSource;
import dev.stampede.jobs.JobQueue;
import dev.stampede.jobs.JobWorker;
import dev.stampede.locks.LocksException;
import dev.stampede.prove.history.ChildRecord;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * A process with lock writers and a job worker. It goes on until the file {@value
 * LibrarySettings#STOP} is there; then its writers end, it waits until no job is left, and exits.
 */
public final class LibraryMain {

  private static final int WRITERS = 6;

  /** The slots of the worker, its listener, its claims and completions, and the writers. */
  private static final int CONNECTIONS = 14;

  private static final Duration LOOK = Duration.ofMillis(100);
  private static final Duration OPEN_WITHIN = Duration.ofSeconds(60);
  private static final Duration WRITERS_END_WITHIN = Duration.ofSeconds(30);
  private static final Duration DRAINED_WITHIN = Duration.ofSeconds(60);

  private LibraryMain() {}

  public static void main(String[] arguments) throws InterruptedException {
    LibrarySettings settings = LibrarySettings.from(System.getenv());
    try (HikariDataSource pool =
            ProvePool.open(settings.databaseUrl(), settings.name(), CONNECTIONS);
        ChildRecord record =
            ChildRecord.open(settings.record(), settings.begunNanos(), settings.idsAbove());
        JobQueue queue = new JobQueue(pool);
        JobWorker _ =
            JobEffects.start(queue, settings.name() + "/" + ProcessHandle.current().pid());
        LockClient locks = open(settings, pool)) {
      List<Thread> writers = new ArrayList<>();
      GuardedRows rows = new GuardedRows(pool);
      for (int n = 0; n < WRITERS; n++) {
        LockWriter writer = new LockWriter(locks.locks(), rows, record, settings, n);
        writers.add(
            Thread.ofVirtual().name("writer-" + n).start(() -> writer.run(() -> isOver(settings))));
      }
      while (!isOver(settings)) {
        LockSupport.parkNanos(LOOK.toNanos());
      }
      for (Thread writer : writers) {
        writer.join(WRITERS_END_WITHIN);
      }
      awaitDrained(pool);
    }
  }

  private static boolean isOver(LibrarySettings settings) {
    return Files.exists(settings.stop());
  }

  /** A process that is started again while Redis is away waits for it. */
  private static LockClient open(LibrarySettings settings, HikariDataSource pool) {
    long until = System.nanoTime() + OPEN_WITHIN.toNanos();
    while (true) {
      try {
        return LockClient.open(settings.redisUrl(), pool);
      } catch (LocksException e) {
        if (System.nanoTime() - until > 0) {
          throw e;
        }
        LockSupport.parkNanos(LOOK.toNanos());
      }
    }
  }

  private static void awaitDrained(HikariDataSource pool) {
    long until = System.nanoTime() + DRAINED_WITHIN.toNanos();
    while (!isDrained(pool) && System.nanoTime() - until < 0) {
      LockSupport.parkNanos(LOOK.toNanos());
    }
  }

  private static boolean isDrained(HikariDataSource pool) {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT NOT EXISTS (SELECT 1 FROM prove.job)")) {
      return row.next() && row.getBoolean(1);
    } catch (SQLException away) {
      return false;
    }
  }
}
