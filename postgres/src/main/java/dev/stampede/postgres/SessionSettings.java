package dev.stampede.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The settings that a database session must have before it decides or writes anything.
 *
 * <p>PostgreSQL takes a session's settings from the server, the database, the role and the address,
 * each of which somebody else may change. A claim relies on some of them: under {@code
 * serializable} a group would fail with conflicts that nobody retries, and under {@code
 * synchronous_commit = off} an acknowledged sale is lost in a crash. So each connection sets them
 * when it is opened, which costs two round trips, and reads them back in a second transaction: a
 * proxy that gives every transaction another session is noticed there.
 *
 * <p>The search path is not among them. It says in which schema a deployment lives, and belongs to
 * its operator.
 */
final class SessionSettings {

  private static final String SYNCHRONOUS_COMMIT = "synchronous_commit";

  /** The only value that is stricter than {@code on}. */
  private static final String STRICTER = "remote_apply";

  /** Only a superuser may set it; {@code replica} turns off the triggers that guard the ledger. */
  private static final String TRIGGERS = "session_replication_role";

  /** sqlserver_rejected_establishment_of_sqlconnection: for claims, PostgreSQL is away. */
  private static final String REFUSED = "08004";

  private static final String SET =
      """
      SELECT pg_backend_pid(), count(set_config(w.name, w.value, false))
      FROM unnest(?::text[], ?::text[]) AS w (name, value)
      WHERE w.name <> 'synchronous_commit'
        OR current_setting('synchronous_commit') <> 'remote_apply'""";

  private static final String READ =
      "SELECT pg_backend_pid(), name, setting FROM pg_settings WHERE name = ANY (?::text[])";

  private final Map<String, String> wanted;
  private final boolean scratch;

  private SessionSettings(Map<String, String> wanted, boolean scratch) {
    this.wanted = wanted;
    this.scratch = scratch;
  }

  /** The settings of pooled connections: jobs, consumers, reads and claims one by one. */
  static SessionSettings ofPool(PostgresSettings settings) {
    return new SessionSettings(
        common(settings.transactionTimeout(), Duration.ZERO), settings.scratch());
  }

  /**
   * The settings of a lane's connection.
   *
   * <p>Its statements are few, prepared once, and always the same shape: arrays joined to a table
   * by its key. The planner is told so, since a plan made for an empty table, or for one array that
   * happened to be long, would read whole tables under our locks.
   */
  static SessionSettings ofLane(PostgresSettings settings) {
    Map<String, String> wanted = common(settings.transactionTimeout(), Duration.ZERO);
    wanted.put("plan_cache_mode", "force_generic_plan");
    wanted.put("enable_seqscan", "off");
    wanted.put("enable_hashjoin", "off");
    wanted.put("enable_mergejoin", "off");
    wanted.put("jit", "off");
    return new SessionSettings(wanted, settings.scratch());
  }

  /** The settings of migrations: a step may take long, but waits for no lock longer than this. */
  static SessionSettings ofMigrations(Duration lockTimeout) {
    return new SessionSettings(common(Duration.ZERO, lockTimeout), false);
  }

  private static Map<String, String> common(Duration transactionTimeout, Duration lockTimeout) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("default_transaction_isolation", "read committed");
    settings.put("default_transaction_read_only", "off");
    settings.put(SYNCHRONOUS_COMMIT, "on");
    settings.put("transaction_timeout", millis(transactionTimeout));
    settings.put("lock_timeout", millis(lockTimeout));
    settings.put("statement_timeout", "0");
    settings.put("idle_in_transaction_session_timeout", "0");
    settings.put("idle_session_timeout", "0");
    // A policy that hides rows is an error then, and not a seat that does not exist.
    settings.put("row_security", "off");
    // Off, a missing provider in an array is the text NULL.
    settings.put("array_nulls", "on");
    return settings;
  }

  private static String millis(Duration duration) {
    return Long.toString(duration.toMillis());
  }

  /** Sets a new connection up, or throws with what is wrong with its session and what to do. */
  void begin(Connection connection) throws SQLException {
    connection.setReadOnly(false);
    int pid = set(connection);
    Map<String, String> found = new LinkedHashMap<>();
    int later = read(connection, found);
    if (pid != later) {
      throw refused(
          "a proxy gives each transaction another PostgreSQL session (process %d, then %d); use session pooling, or connect to PostgreSQL itself"
              .formatted(pid, later));
    }
    for (Map.Entry<String, String> setting : wanted.entrySet()) {
      check(setting.getKey(), setting.getValue(), found);
    }
    check(TRIGGERS, "origin", found);
    if (scratch) {
      ScratchTables.create(connection);
    }
  }

  private static void check(String name, String value, Map<String, String> found)
      throws SQLException {
    String is = found.getOrDefault(name, "unknown");
    boolean good = is.equals(value) || (name.equals(SYNCHRONOUS_COMMIT) && is.equals(STRICTER));
    if (!good) {
      throw refused(
          "%s is '%s' and must be '%s'; remove the setting from the server, the database, the role or DATABASE_URL, or the proxy that does not forward SET"
              .formatted(name, is, value));
    }
  }

  static SQLException refused(String why) {
    return new SQLNonTransientConnectionException("the session cannot be used: " + why, REFUSED);
  }

  private int set(Connection connection) throws SQLException {
    try (PreparedStatement set = connection.prepareStatement(SET)) {
      set.setObject(1, wanted.keySet().toArray(String[]::new));
      set.setObject(2, wanted.values().toArray(String[]::new));
      try (ResultSet row = set.executeQuery()) {
        row.next();
        return row.getInt(1);
      }
    }
  }

  private int read(Connection connection, Map<String, String> found) throws SQLException {
    Map<String, String> names = new LinkedHashMap<>(wanted);
    names.put(TRIGGERS, "");
    Optional<Integer> pid = Optional.empty();
    try (PreparedStatement read = connection.prepareStatement(READ)) {
      read.setObject(1, names.keySet().toArray(String[]::new));
      try (ResultSet rows = read.executeQuery()) {
        while (rows.next()) {
          pid = Optional.of(rows.getInt(1));
          found.put(rows.getString(2), rows.getString(3));
        }
      }
    }
    return pid.orElse(0);
  }
}
