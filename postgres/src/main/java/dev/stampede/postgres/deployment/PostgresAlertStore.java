package dev.stampede.postgres.deployment;

import dev.stampede.engine.alert.Alert;
import dev.stampede.engine.alert.AlertStore;
import dev.stampede.engine.alert.Severity;
import dev.stampede.postgres.Database;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * The alerts of all servers in one table. Of those that are firing there is one row for each name
 * and server, so that what all servers see is written down once.
 */
public final class PostgresAlertStore implements AlertStore {

  /** A server that has not said for so long that an alert still fires is gone. */
  public static final Duration SILENCE = Duration.ofMinutes(1);

  private static final Duration KEPT = Duration.ofDays(30);

  /** Each statement; nobody waits for alerts while the database has other worries. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private static final String BEGIN =
      "UPDATE alert SET resolved_at = seen_at WHERE server = :server AND resolved_at IS NULL";

  private static final String FIRED =
      """
      INSERT INTO alert (name, server, severity, fired_at, seen_at, value, bound, detail)
      VALUES (:name, :server, :severity, :at, stampede_now(), :value, :limit, :detail)
      ON CONFLICT (name, server) WHERE resolved_at IS NULL DO UPDATE
      SET seen_at = excluded.seen_at, value = excluded.value, bound = excluded.bound,
        detail = excluded.detail""";

  private static final String RESOLVED =
      """
      UPDATE alert SET resolved_at = greatest(:at, fired_at)
      WHERE name = :name AND server = :server AND resolved_at IS NULL""";

  /** Not anew: another server may have seen before us that it is over. */
  private static final String STILL =
      """
      UPDATE alert SET seen_at = stampede_now(), value = :value, bound = :limit, detail = :detail
      WHERE name = :name AND server = :server AND resolved_at IS NULL""";

  private static final String LIST =
      """
      SELECT id, name, server, severity, fired_at, over_at, value, bound, detail
      FROM (
        SELECT *, coalesce(resolved_at, CASE
          WHEN seen_at < (SELECT stampede_now()) - :silence * interval '1 second' THEN seen_at
          END) AS over_at
        FROM alert
        WHERE id < :below) AS a
      WHERE over_at IS NULL OR NOT :onlyFiring
      ORDER BY id DESC
      LIMIT :limit""";

  private static final String PRUNE =
      "DELETE FROM alert WHERE seen_at < stampede_now() - :kept * interval '1 second'";

  private final Database database;

  public PostgresAlertStore(Database database) {
    this.database = database;
  }

  @Override
  public void begin(String server) {
    within(handle -> handle.createUpdate(BEGIN).bind("server", server).execute());
  }

  @Override
  public void note(Alert alert) {
    within(
        handle ->
            alert
                .resolvedAt()
                .map(
                    at ->
                        handle
                            .createUpdate(RESOLVED)
                            .bind("name", alert.name())
                            .bind("server", alert.server())
                            .bind("at", at.atOffset(ZoneOffset.UTC))
                            .execute())
                .orElseGet(() -> fired(handle, alert)));
  }

  private static int fired(Handle handle, Alert alert) {
    return handle
        .createUpdate(FIRED)
        .bind("name", alert.name())
        .bind("server", alert.server())
        .bind("severity", alert.severity().label())
        .bind("at", alert.since().atOffset(ZoneOffset.UTC))
        .bind("value", alert.seen().value())
        .bind("limit", alert.seen().limit())
        .bind("detail", alert.seen().detail())
        .execute();
  }

  @Override
  public void stillFiring(List<Alert> alerts) {
    if (alerts.isEmpty()) {
      return;
    }
    within(
        handle -> {
          for (Alert alert : alerts) {
            handle
                .createUpdate(STILL)
                .bind("name", alert.name())
                .bind("server", alert.server())
                .bind("value", alert.seen().value())
                .bind("limit", alert.seen().limit())
                .bind("detail", alert.seen().detail())
                .execute();
          }
          return alerts.size();
        });
  }

  @Override
  public List<Listed> list(long below, int limit, boolean onlyFiring) {
    return within(
        handle ->
            handle
                .createQuery(LIST)
                .bind("below", below)
                .bind("limit", limit)
                .bind("onlyFiring", onlyFiring)
                .bind("silence", SILENCE.toSeconds())
                .map((row, _) -> listed(row))
                .list());
  }

  private static Listed listed(ResultSet row) throws SQLException {
    OffsetDateTime over = row.getObject("over_at", OffsetDateTime.class);
    return new Listed(
        row.getLong("id"),
        new Alert(
            row.getString("name"),
            row.getString("server"),
            Severity.of(row.getString("severity")),
            instant(row.getObject("fired_at", OffsetDateTime.class)),
            Optional.ofNullable(over).map(PostgresAlertStore::instant),
            new Alert.Seen(
                row.getDouble("value"), row.getDouble("bound"), row.getString("detail"))));
  }

  private static Instant instant(OffsetDateTime time) {
    return time.toInstant();
  }

  @Override
  public int prune() {
    return within(handle -> handle.createUpdate(PRUNE).bind("kept", KEPT.toSeconds()).execute());
  }

  @FunctionalInterface
  private interface Use<T> {
    T with(Handle handle);
  }

  private <T> T within(Use<T> use) {
    return database
        .jdbi()
        .inTransaction(
            handle -> {
              handle.execute("SET LOCAL statement_timeout = " + PATIENCE.toMillis());
              return use.with(handle);
            });
  }
}
