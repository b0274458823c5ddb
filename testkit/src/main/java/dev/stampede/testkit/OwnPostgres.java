package dev.stampede.testkit;

import dev.stampede.embedded.LoneProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * A PostgreSQL of one test's own, with fsync on, which can be killed and started again with what it
 * had committed.
 */
public final class OwnPostgres implements AutoCloseable {

  static final Duration READY_WITHIN = Duration.ofSeconds(60);
  private static final Duration STOPS_WITHIN = Duration.ofSeconds(30);
  static final String OWNER = "stampede";

  private final int port;
  private final Path data;
  private final LoneProcess process;
  private volatile boolean frozen;

  private OwnPostgres(int port, Path data, LoneProcess process) {
    this.port = port;
    this.data = data;
    this.process = process;
  }

  /**
   * Starts one and waits until it answers.
   *
   * @param folder exists, and is nobody else's
   */
  public static OwnPostgres start(Path folder) {
    Path data = folder.resolve("data");
    LoneProcess.createPostgres(data);
    // Chosen last: a port that is free now may be another's when the data are there.
    int port = LoneProcess.freePort();
    return start(folder(folder, "run"), data, port, settings(port));
  }

  /** One of a pair: on data that are there, with settings of its own. */
  static OwnPostgres start(Path folder, Path data, int port, Map<String, String> settings) {
    OwnPostgres postgres =
        new OwnPostgres(port, data, LoneProcess.postgres(folder, data, settings));
    try {
      awaitAnswer(port);
      return postgres;
    } catch (AssertionError e) {
      postgres.close();
      throw e;
    }
  }

  public int port() {
    return port;
  }

  /** In the form of the setting DATABASE_URL. */
  public String url() {
    return url(port);
  }

  /** Kills it with SIGKILL, by its process id; its children follow by themselves. */
  public void kill() {
    thawFrozen();
    process.kill();
  }

  /** Children that are stopped would not see their parent's end, and stay for good. */
  private void thawFrozen() {
    if (frozen) {
      thaw();
    }
  }

  /**
   * Ends it as {@code pg_ctl stop -m immediate} does: its children end at once and it writes
   * nothing, so that it recovers from its log at its next start.
   */
  public void stopImmediately() {
    end("QUIT");
  }

  /** Ends it in order: transactions are rolled back, and all is on disk. */
  public void stopFast() {
    end("INT");
  }

  private void end(String signal) {
    ProcessSignal.send(signal, process.pid());
    Eventually.within(STOPS_WITHIN).until("PostgreSQL has stopped", () -> !process.isAlive());
    process.kill(); // it is gone; this waits until its guard is too
  }

  /** Stops it and all its children with SIGSTOP: it keeps its connections and says nothing. */
  public void freeze() {
    frozen = true;
    ProcessSignal.sendToTree("STOP", process.pid());
  }

  /** Continues it and its children with SIGCONT. */
  public void thaw() {
    ProcessSignal.sendToTree("CONT", process.pid());
    frozen = false;
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** The folder of its files. */
  public Path data() {
    return data;
  }

  /** It recovers from its log; while children of the one that was killed are there, it waits. */
  public void startAgain() {
    Eventually.within(READY_WITHIN)
        .until(
            "PostgreSQL is back at port " + port,
            () -> {
              if (!process.isAlive()) {
                process.startAgain();
              }
              return text(port, "SELECT 'yes'").equals("yes");
            });
  }

  /** Takes a snapshot of its files, as a storage does; it is killed for that, and started again. */
  public void snapshot(Path copy) {
    kill();
    FolderCopy.of(data, copy);
    startAgain();
  }

  /** Puts its files back to a snapshot: what was committed since is undone. */
  public void restore(Path snapshot) {
    kill();
    FolderCopy.of(snapshot, data);
    startAgain();
  }

  @Override
  public void close() {
    thawFrozen();
    process.close();
  }

  static Map<String, String> settings(int port) {
    return new HashMap<>(
        Map.of(
            "port",
            Integer.toString(port),
            "listen_addresses",
            "127.0.0.1",
            "unix_socket_directories",
            "",
            "max_connections",
            "150",
            "timezone",
            "UTC"));
  }

  static void awaitAnswer(int port) {
    Eventually.within(READY_WITHIN)
        .until(
            "PostgreSQL answers at port " + port, () -> text(port, "SELECT 'yes'").equals("yes"));
  }

  static String text(int port, String query) {
    try (Connection connection = new Sql(url(port)).connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getString(1);
    } catch (SQLException e) {
      throw new TestkitException("%s failed at port %d".formatted(query, port), e);
    }
  }

  static String url(int port) {
    return "postgresql://%s@127.0.0.1:%d/%s".formatted(OWNER, port, OWNER);
  }

  static Path folder(Path folder, String name) {
    try {
      return Files.createDirectory(folder.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException("no folder for " + name, e);
    }
  }
}
