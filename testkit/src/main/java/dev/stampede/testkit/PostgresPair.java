package dev.stampede.testkit;

import dev.stampede.embedded.LoneProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * A PostgreSQL and a replica that follows it by streaming, on loopback. The replica can be made to
 * lag and to catch up.
 */
public final class PostgresPair implements AutoCloseable {

  private static final Duration READY_WITHIN = OwnPostgres.READY_WITHIN;

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
    LoneProcess.createPostgres(data);
    // Each port is chosen last: one that is free now may be another's when the data are there.
    int primaryPort = LoneProcess.freePort();
    LoneProcess primary =
        LoneProcess.postgres(
            OwnPostgres.folder(folder, "primary-run"), data, settings(primaryPort));
    try {
      OwnPostgres.awaitAnswer(primaryPort);
      Path copy = folder.resolve("replica");
      new PostgresBackup(new Sql(OwnPostgres.url(primaryPort)), data).to(copy);
      int replicaPort = LoneProcess.freePort();
      Map<String, String> settings = settings(replicaPort);
      settings.put(
          "primary_conninfo",
          "host=127.0.0.1 port=%d user=%s application_name=replica"
              .formatted(primaryPort, OwnPostgres.OWNER));
      LoneProcess replica =
          LoneProcess.postgres(OwnPostgres.folder(folder, "replica-run"), copy, settings);
      PostgresPair pair = new PostgresPair(primaryPort, primary, replicaPort, replica);
      pair.awaitStreaming();
      return pair;
    } catch (AssertionError | RuntimeException e) {
      primary.close();
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
    return OwnPostgres.url(primaryPort);
  }

  /** In the form of the setting READ_DATABASE_URL. */
  public String replicaUrl() {
    return OwnPostgres.url(replicaPort);
  }

  /** Pauses the replica: it does not see later commits until {@link #catchUp}. */
  public void lag() {
    new Sql(replicaUrl()).run("SELECT pg_wal_replay_pause()");
    Eventually.within(READY_WITHIN)
        .until(
            "the replica stands still",
            () ->
                OwnPostgres.text(replicaPort, "SELECT pg_get_wal_replay_pause_state()")
                    .equals("paused"));
  }

  /** Waits until the replica has everything that is committed at this moment. */
  public void catchUp() {
    new Sql(replicaUrl()).run("SELECT pg_wal_replay_resume()");
    String position = OwnPostgres.text(primaryPort, "SELECT pg_current_wal_insert_lsn()::text");
    Eventually.within(READY_WITHIN)
        .until(
            "the replica has caught up",
            () ->
                OwnPostgres.text(
                        replicaPort,
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
    OwnPostgres.awaitAnswer(replicaPort);
    new Sql(replicaUrl()).run("SELECT pg_promote()");
    Eventually.within(READY_WITHIN)
        .until(
            "the replica is the primary",
            () -> OwnPostgres.text(replicaPort, "SELECT pg_is_in_recovery()::text"),
            "false"::equals);
    return replicaPort;
  }

  /** Kills the replica with SIGKILL; the primary stays. */
  public void killReplica() {
    replica.kill();
  }

  private void awaitStreaming() {
    OwnPostgres.awaitAnswer(replicaPort);
    try {
      Eventually.within(READY_WITHIN)
          .until(
              "the replica streams",
              () ->
                  OwnPostgres.text(
                      primaryPort,
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
  }
}
