package dev.stampede.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings a database, empty or older, to the schema this version needs.
 *
 * <p>It has connections of its own. A claim's {@code transaction_timeout} would end a long step,
 * and Flyway's lock with it. But a step waits for a table's lock for {@link Patience#forLock} at
 * most: everybody who comes after a waiting {@code ALTER TABLE} queues behind it, the whole sale
 * included. A step that did not get its lock is rolled back and tried again after a pause in which
 * the sale goes on.
 */
final class Migrations {

  /**
   * The limits of waiting.
   *
   * @param forLock how long a step waits for a lock, and the sale behind it
   * @param pause between two tries
   * @param tries how often locks are tried for, all steps together
   * @param forOthers how long another server may take to migrate
   */
  record Patience(Duration forLock, Duration pause, int tries, Duration forOthers) {
    static final Patience USUAL =
        new Patience(Duration.ofSeconds(1), Duration.ofSeconds(2), 20, Duration.ofMinutes(10));
  }

  private static final String LOCATION = "classpath:dev/stampede/postgres/migrations";

  private static final int MAX_NAMED = 5;
  private static final int MAX_QUERY_CHARS = 80;

  /** The oldest transactions of others that hold locks of tables: one of them has ours. */
  private static final String HOLDERS =
      """
      SELECT format('process %s (%s, %s for %s s): %s', a.pid,
        coalesce(nullif(a.application_name, ''), a.backend_type), a.state,
        floor(extract(epoch FROM clock_timestamp() - a.xact_start)), left(a.query, ?))
      FROM pg_stat_activity a
      WHERE a.datname = current_database() AND a.pid <> pg_backend_pid()
        AND a.xact_start < clock_timestamp() - make_interval(secs => ?)
        AND EXISTS (
          SELECT FROM pg_locks l WHERE l.pid = a.pid AND l.locktype = 'relation' AND l.granted)
      ORDER BY a.xact_start
      LIMIT ?""";

  private static final Logger log = LoggerFactory.getLogger(Migrations.class);

  private final DataSource source;
  private final Patience patience;
  private final String[] locations;

  Migrations(DatabaseUrl url) {
    this(url, Patience.USUAL, LOCATION);
  }

  private Migrations(DatabaseUrl url, Patience patience, String... locations) {
    this.source =
        new ConnectionSource(
            url, "stampede-migrations", SessionSettings.ofMigrations(patience.forLock()));
    this.patience = patience;
    this.locations = locations;
  }

  /** The steps of this version and those in another place, for tests. */
  static Migrations with(DatabaseUrl url, Patience patience, String more) {
    return new Migrations(url, patience, LOCATION, more);
  }

  /** Throws unless the database has the very schema that this version needs. */
  void require() {
    int missing;
    try {
      missing = flyway().info().pending().length;
    } catch (FlywayException e) {
      throw new DatabaseException("the schema could not be read: " + e.getMessage(), e);
    }
    if (missing > 0) {
      throw new DatabaseException(
          "the database lacks %d migrations of this version; start a server of this version on it first, or use the version that last ran on it"
              .formatted(missing));
    }
  }

  /** Several servers may start at once: Flyway holds an advisory lock, the others find it done. */
  void apply() {
    for (int tries = 1; ; tries++) {
      try {
        flyway().migrate();
        return;
      } catch (FlywayException e) {
        if (!isLocked(e)) {
          throw new DatabaseException(
              "the schema could not be migrated to this version: " + e.getMessage(), e);
        }
        String holders = holders();
        if (tries >= patience.tries()) {
          throw new DatabaseException(
              "the schema could not be migrated to this version: a step did not get its locks within %d ms in %d tries; end the transactions that hold them, or start the server under less load. Transactions that hold locks: %s"
                  .formatted(patience.forLock().toMillis(), tries, holders),
              e);
        }
        log.warn(
            "a step of the schema did not get its locks within {} ms, try {} of {}; transactions that hold locks: {}",
            patience.forLock().toMillis(),
            tries,
            patience.tries(),
            holders);
        pause();
      }
    }
  }

  private static boolean isLocked(FlywayException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException sql && SqlFailure.of(sql) == SqlFailure.ROW_LOCKED) {
        return true;
      }
    }
    return false;
  }

  private void pause() {
    LockSupport.parkNanos(patience.pause().toNanos());
    if (Thread.interrupted()) {
      Thread.currentThread().interrupt();
      throw new DatabaseException("the server was stopped while it migrated the database");
    }
  }

  private String holders() {
    List<String> holders = new ArrayList<>();
    try (Connection connection = source.getConnection();
        PreparedStatement statement = connection.prepareStatement(HOLDERS)) {
      statement.setInt(1, MAX_QUERY_CHARS);
      statement.setDouble(2, patience.forLock().toMillis() / 1e3);
      statement.setInt(3, MAX_NAMED);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          holders.add(rows.getString(1).replace('\n', ' '));
        }
      }
    } catch (SQLException e) {
      log.debug("the holders of locks could not be looked up", e);
      return "unknown, " + e.getMessage();
    }
    return holders.isEmpty() ? "none any more" : String.join("; ", holders);
  }

  /** Flyway asks for its lock once a second. */
  private Flyway flyway() {
    return Flyway.configure()
        .dataSource(source)
        .locations(locations)
        .lockRetryCount((int) patience.forOthers().toSeconds())
        .failOnMissingLocations(true)
        .cleanDisabled(true)
        .load();
  }
}
