package dev.stampede.prove.check;

import dev.stampede.embedded.LoneProcess;
import dev.stampede.harness.TemporaryFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;

/**
 * The checker's own PostgreSQL: nothing in it is worth more than the record that it was filled
 * from, so that it saves the work of surviving a crash. Its memory is bounded: 192 MB of buffers
 * and, for the one query that runs at a time, a few sorts and hashes of 48 MB; the rest goes to
 * disk.
 */
final class CheckServer implements AutoCloseable {

  private static final Duration READY_WITHIN = Duration.ofSeconds(60);
  private static final Duration POLL = Duration.ofMillis(20);

  private static final Map<String, String> SETTINGS =
      Map.ofEntries(
          Map.entry("listen_addresses", "127.0.0.1"),
          Map.entry("unix_socket_directories", ""),
          Map.entry("max_connections", "8"),
          Map.entry("timezone", "UTC"),
          Map.entry("fsync", "off"),
          Map.entry("full_page_writes", "off"),
          Map.entry("synchronous_commit", "off"),
          Map.entry("wal_level", "minimal"),
          Map.entry("max_wal_senders", "0"),
          Map.entry("max_wal_size", "1GB"),
          Map.entry("shared_buffers", "192MB"),
          Map.entry("work_mem", "48MB"),
          Map.entry("hash_mem_multiplier", "1"),
          Map.entry("maintenance_work_mem", "192MB"),
          Map.entry("temp_buffers", "8MB"),
          Map.entry("temp_file_limit", "40GB"),
          Map.entry("autovacuum", "off"),
          // One query at a time, in one process: the machine has other work.
          Map.entry("max_parallel_workers_per_gather", "0"),
          Map.entry("max_parallel_maintenance_workers", "0"),
          Map.entry("jit", "off"));

  private final TemporaryFolder folder;
  private final LoneProcess process;
  private final int port;

  private CheckServer(TemporaryFolder folder, LoneProcess process, int port) {
    this.folder = folder;
    this.process = process;
    this.port = port;
  }

  static CheckServer start() {
    TemporaryFolder folder = folder();
    try {
      Path data = folder.path().resolve("data");
      LoneProcess.createPostgres(data);
      int port = LoneProcess.freePort();
      Map<String, String> settings = new TreeMap<>(SETTINGS);
      settings.put("port", Integer.toString(port));
      Path run = Files.createDirectory(folder.path().resolve("run"));
      CheckServer server = new CheckServer(folder, LoneProcess.postgres(run, data, settings), port);
      server.awaitAnswer();
      return server;
    } catch (IOException e) {
      folder.close();
      throw new UncheckedIOException("the checker's database has no folder", e);
    }
  }

  private static TemporaryFolder folder() {
    try {
      return TemporaryFolder.create("check").deletedAtShutdown();
    } catch (IOException e) {
      throw new UncheckedIOException("the checker's database has no folder", e);
    }
  }

  String jdbcUrl() {
    return "jdbc:postgresql://127.0.0.1:%d/stampede?user=stampede".formatted(port);
  }

  private void awaitAnswer() {
    long begun = System.nanoTime();
    while (!isAnswering()) {
      if (System.nanoTime() - begun > READY_WITHIN.toNanos() || !process.isAlive()) {
        String words = process.lastWords();
        close();
        throw new CheckException(
            "the checker's database did not answer within %d s: %s"
                .formatted(READY_WITHIN.toSeconds(), words));
      }
      LockSupport.parkNanos(POLL.toNanos());
    }
  }

  private boolean isAnswering() {
    try {
      DriverManager.getConnection(jdbcUrl()).close();
      return true;
    } catch (SQLException e) {
      return false;
    }
  }

  @Override
  public void close() {
    process.close();
    folder.close();
  }
}
