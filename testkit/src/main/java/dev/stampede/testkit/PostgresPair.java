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
 * A PostgreSQL and a replica that follows it by streaming, on loopback. The replica can be made to
 * lag and to catch up.
 */
public final class PostgresPair implements AutoCloseable {

  private static final Duration READY_WITHIN = Duration.ofSeconds(60);
  private static final String OWNER = "stampede";

  private final int primaryPort;
  private final int replicaPort;
  private final LoneProcess primary;
  private final LoneProcess replica;

  private PostgresPair(int primaryPort, LoneProcess primary, int replicaPort, LoneProcess replica) {
    this.primaryPort = primaryPort;
    this.primary = primary;
    this.replicaPort = replicaPort;
    this.replica = replica;
  }

  /**
   * Starts both and waits until the replica streams.
   *
   * @param folder exists, and is nobody else's
   */
  public static PostgresPair start(Path folder) {
    Path data = folder.resolve("primary");
    int primaryPort = LoneProcess.freePort();
    int replicaPort = LoneProcess.freePort();
    LoneProcess.createPostgres(data);
    LoneProcess primary =
        LoneProcess.postgres(folder(folder, "primary-run"), data, settings(primaryPort));
    try {
      awaitAnswer(primaryPort);
      Path copy = folder.resolve("replica");
      new PostgresBackup(new Sql(url(primaryPort)), data).to(copy);
      Map<String, String> settings = settings(replicaPort);
      settings.put(
          "primary_conninfo",
          "host=127.0.0.1 port=%d user=%s application_name=replica".formatted(primaryPort, OWNER));
      LoneProcess replica = LoneProcess.postgres(folder(folder, "replica-run"), copy, settings);
      PostgresPair pair = new PostgresPair(primaryPort, primary, replicaPort, replica);
      pair.awaitStreaming();
      return pair;
    } catch (AssertionError | RuntimeException e) {
      primary.close();
      throw e;
    }
  }

  private static Map<String, String> settings(int port) {
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
            "wal_keep_size",
            "256MB",
            "hot_standby_feedback",
            "on",
            "wal_receiver_status_interval",
            "1s",
            "timezone",
            "UTC"));
  }

  /** In the form of the setting DATABASE_URL. */
  public String primaryUrl() {
    return url(primaryPort);
  }

  /** In the form of the setting READ_DATABASE_URL. */
  public String replicaUrl() {
    return url(replicaPort);
  }

  /** What is committed from now on is not seen on the replica, until it catches up. */
  public void lag() {
    new Sql(replicaUrl()).run("SELECT pg_wal_replay_pause()");
    Eventually.within(READY_WITHIN)
        .until(
            "the replica stands still",
            () -> text(replicaPort, "SELECT pg_get_wal_replay_pause_state()").equals("paused"));
  }

  /** Waits until the replica has everything that is committed at this moment. */
  public void catchUp() {
    new Sql(replicaUrl()).run("SELECT pg_wal_replay_resume()");
    String position = text(primaryPort, "SELECT pg_current_wal_insert_lsn()::text");
    Eventually.within(READY_WITHIN)
        .until(
            "the replica has caught up",
            () ->
                text(
                        replicaPort,
                        "SELECT (pg_last_wal_replay_lsn() >= '%s'::pg_lsn)::text"
                            .formatted(position))
                    .equals("true"));
  }

  /** With SIGKILL, by its process id; the replica stays. */
  public void killPrimary() {
    primary.kill();
  }

  /** With SIGKILL; the primary stays. */
  public void killReplica() {
    replica.kill();
  }

  private void awaitStreaming() {
    awaitAnswer(replicaPort);
    try {
      Eventually.within(READY_WITHIN)
          .until(
              "the replica streams",
              () ->
                  text(
                      primaryPort,
                      "SELECT count(*)::text FROM pg_stat_replication WHERE state = 'streaming'"),
              "1"::equals);
    } catch (AssertionError e) {
      replica.close();
      throw e;
    }
  }

  private static void awaitAnswer(int port) {
    Eventually.within(READY_WITHIN)
        .until(
            "PostgreSQL answers at port " + port, () -> text(port, "SELECT 'yes'").equals("yes"));
  }

  private static String text(int port, String query) {
    try (Connection connection = new Sql(url(port)).connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getString(1);
    } catch (SQLException e) {
      throw new TestkitException("%s failed at port %d".formatted(query, port), e);
    }
  }

  private static String url(int port) {
    return "postgresql://%s@127.0.0.1:%d/%s".formatted(OWNER, port, OWNER);
  }

  private static Path folder(Path folder, String name) {
    try {
      return Files.createDirectory(folder.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException("no folder for " + name, e);
    }
  }

  @Override
  public void close() {
    replica.close();
    primary.close();
  }
}
