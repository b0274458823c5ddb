package dev.stampede.testkit;

import dev.stampede.embedded.LoneProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A PostgreSQL and a replica that follows it by streaming, on loopback. The replica can be made to
 * lag and to catch up.
 */
public final class PostgresPair implements AutoCloseable {

  private static final Duration READY_WITHIN = OwnPostgres.READY_WITHIN;

  private final OwnPostgres primary;
  private final OwnPostgres replica;
  private final TcpProxy replication;

  private PostgresPair(OwnPostgres primary, OwnPostgres replica, TcpProxy replication) {
    this.primary = primary;
    this.replica = replica;
    this.replication = replication;
  }

  /**
   * Starts both and waits until the replica streams.
   *
   * @param folder exists, and is nobody else's
   */
  public static PostgresPair start(Path folder) {
    return start(folder, Map.of(), _ -> {});
  }

  /**
   * The same, with more settings.
   *
   * @param settings as in {@code postgresql.conf}, for both
   * @param prepared is told the primary's new data directory before it starts
   */
  public static PostgresPair start(
      Path folder, Map<String, String> settings, Consumer<Path> prepared) {
    Path data = folder.resolve("primary");
    LoneProcess.createPostgres(data);
    prepared.accept(data);
    // Each port is chosen last: one that is free now may be another's when the data are there.
    int primaryPort = LoneProcess.freePort();
    Map<String, String> all = settings(primaryPort);
    all.putAll(settings);
    OwnPostgres primary =
        OwnPostgres.start(OwnPostgres.folder(folder, "primary-run"), data, primaryPort, all);
    TcpProxy replication = TcpProxy.to(primaryPort);
    try {
      Path copy = folder.resolve("replica");
      new PostgresBackup(new Sql(primary.url()), data).to(copy);
      int replicaPort = LoneProcess.freePort();
      all.put("port", Integer.toString(replicaPort));
      all.put(
          "primary_conninfo",
          "host=127.0.0.1 port=%d user=%s application_name=replica"
              .formatted(replication.port(), OwnPostgres.OWNER));
      OwnPostgres replica =
          OwnPostgres.start(OwnPostgres.folder(folder, "replica-run"), copy, replicaPort, all);
      PostgresPair pair = new PostgresPair(primary, replica, replication);
      pair.awaitStreaming();
      return pair;
    } catch (AssertionError | RuntimeException e) {
      primary.close();
      close(replication);
      throw e;
    }
  }

  private static Map<String, String> settings(int port) {
    Map<String, String> settings = OwnPostgres.settings(port);
    settings.put("wal_keep_size", "256MB");
    settings.put("hot_standby_feedback", "on");
    settings.put("wal_receiver_status_interval", "1s");
    return settings;
  }

  /** In the form of the setting DATABASE_URL. */
  public String primaryUrl() {
    return primary.url();
  }

  /** In the form of the setting READ_DATABASE_URL. */
  public String replicaUrl() {
    return replica.url();
  }

  /** Pauses the replica: it does not see later commits until {@link #catchUp}. */
  public void lag() {
    new Sql(replicaUrl()).run("SELECT pg_wal_replay_pause()");
    Eventually.within(READY_WITHIN)
        .until(
            "the replica stands still",
            () ->
                OwnPostgres.text(replica.port(), "SELECT pg_get_wal_replay_pause_state()")
                    .equals("paused"));
  }

  /** Waits until the replica has everything that is committed at this moment. */
  public void catchUp() {
    new Sql(replicaUrl()).run("SELECT pg_wal_replay_resume()");
    String position = OwnPostgres.text(primary.port(), "SELECT pg_current_wal_insert_lsn()::text");
    Eventually.within(READY_WITHIN)
        .until(
            "the replica has caught up",
            () ->
                OwnPostgres.text(
                        replica.port(),
                        "SELECT (pg_last_wal_replay_lsn() >= '%s'::pg_lsn)::text"
                            .formatted(position))
                    .equals("true"));
  }

  /** Kills the primary with SIGKILL, by its process id; the replica stays. */
  public void killPrimary() {
    primary.kill();
  }

  /**
   * Kills the primary and promotes the replica, with what that has received; one that was killed is
   * started again for it. Returns the port of the new primary.
   */
  public int failOver() {
    primary.kill();
    if (!replica.isAlive()) {
      replica.startAgain();
    }
    new Sql(replicaUrl()).run("SELECT pg_promote()");
    Eventually.within(READY_WITHIN)
        .until(
            "the replica is the primary",
            () -> OwnPostgres.text(replica.port(), "SELECT pg_is_in_recovery()::text"),
            "false"::equals);
    return replica.port();
  }

  /** From now on the replica receives nothing of what the primary commits, for good. */
  public void loseReplication() {
    replication.cutOff();
  }

  public OwnPostgres primary() {
    return primary;
  }

  public OwnPostgres replica() {
    return replica;
  }

  /** Kills the replica with SIGKILL; the primary stays. */
  public void killReplica() {
    replica.kill();
  }

  private void awaitStreaming() {
    try {
      Eventually.within(READY_WITHIN)
          .until(
              "the replica streams",
              () ->
                  OwnPostgres.text(
                      primary.port(),
                      "SELECT count(*)::text FROM pg_stat_replication WHERE state = 'streaming'"),
              "1"::equals);
    } catch (AssertionError e) {
      replica.close();
      throw e;
    }
  }

  @Override
  public void close() {
    replica.close();
    primary.close();
    close(replication);
  }

  private static void close(TcpProxy replication) {
    try {
      replication.close();
    } catch (IOException e) {
      throw new UncheckedIOException("the way to the replica was not closed", e);
    }
  }
}
