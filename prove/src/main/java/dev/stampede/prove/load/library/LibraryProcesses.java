package dev.stampede.prove.load.library;

import com.zaxxer.hikari.HikariDataSource;
import dev.stampede.prove.history.CallRecorder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** All library processes of a run, from the tables that they need to the record that they leave. */
public final class LibraryProcesses implements AutoCloseable {

  private static final int CONNECTIONS = 4;
  private static final Duration LOOK = Duration.ofMillis(50);

  /** Their writers end, the jobs drain, and the workers close. */
  private static final Duration END_WITHIN = Duration.ofMinutes(2);

  private final Path folder;
  private final HikariDataSource pool;
  private final JobCalls jobs;
  private final List<LibraryProcess> processes = new ArrayList<>();

  private LibraryProcesses(Path folder, HikariDataSource pool, CallRecorder recorder) {
    this.folder = folder;
    this.pool = pool;
    this.jobs = new JobCalls(pool, recorder);
  }

  /**
   * Creates the tables and starts the processes.
   *
   * @param plan without a process, jobs have no worker
   */
  public static LibraryProcesses start(
      CallRecorder recorder, long seed, String databaseUrl, String redisUrl, LibraryPlan plan) {
    Path folder = plan.folder();
    LibraryProcesses all =
        new LibraryProcesses(folder, ProvePool.open(databaseUrl, "prove", CONNECTIONS), recorder);
    try {
      Files.createDirectories(folder);
      Files.deleteIfExists(folder.resolve(LibrarySettings.STOP));
      ProveTables.create(all.pool, LockWriter.RESOURCES);
      for (int number = 1; number <= plan.processes(); number++) {
        all.processes.add(
            LibraryProcess.start(
                new LibrarySettings(
                    number,
                    seed,
                    recorder.begunNanos(),
                    databaseUrl,
                    redisUrl,
                    folder.toAbsolutePath()),
                plan.classesInFront()));
      }
      return all;
    } catch (IOException e) {
      all.close();
      throw new UncheckedIOException("%s cannot be used".formatted(folder), e);
    } catch (SQLException | RuntimeException e) {
      all.close();
      throw new IllegalStateException("the libraries could not be started: " + e, e);
    }
  }

  public List<LibraryProcess> processes() {
    return List.copyOf(processes);
  }

  public JobCalls jobs() {
    return jobs;
  }

  /**
   * Ends all processes when no job is left, and adds their calls to the record. A process that was
   * killed and not started again is started now: it may be the one that drains the queue.
   */
  public void stop(CallRecorder recorder) {
    try {
      Files.writeString(folder.resolve(LibrarySettings.STOP), "");
    } catch (IOException e) {
      throw new UncheckedIOException("the library processes cannot be told to stop", e);
    }
    processes.stream().filter(each -> !each.isAlive()).forEach(LibraryProcess::startAgain);
    long until = System.nanoTime() + END_WITHIN.toNanos();
    for (LibraryProcess process : processes) {
      while (process.isAlive()) {
        if (System.nanoTime() - until > 0) {
          throw new IllegalStateException(
              "%s still runs %d s after the end; it said last: %s"
                  .formatted(process.name(), END_WITHIN.toSeconds(), process.lastWords()));
        }
        LockSupport.parkNanos(LOOK.toNanos());
      }
      if (Files.exists(process.settings().record())) {
        recorder.include(process.settings().record());
      }
    }
  }

  @Override
  public void close() {
    processes.forEach(LibraryProcess::close);
    jobs.close();
    pool.close();
  }
}
