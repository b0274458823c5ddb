package dev.stampede.prove.load.library;

import dev.stampede.jobs.JobSchema;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/**
 * The schema {@code prove} in the product's database: the rows that locks guard, the writes under
 * them, and the job queue with the effects of its jobs. A rewind of the database undoes these
 * together with everything else.
 */
final class ProveTables {

  /**
   * Nothing here hides a second effect: {@code job_effect} has no key. The queue's clock is the
   * product's, so that a step of that clock is a step of this one.
   */
  private static final String TABLES =
      """
      CREATE TABLE IF NOT EXISTS prove.guarded (
        resource text PRIMARY KEY, fence bigint NOT NULL);
      CREATE TABLE IF NOT EXISTS prove.fenced_write (
        id bigserial PRIMARY KEY, resource text NOT NULL, fence bigint NOT NULL,
        writer text NOT NULL, call_id bigint NOT NULL,
        at timestamptz NOT NULL DEFAULT clock_timestamp());
      CREATE TABLE IF NOT EXISTS prove.job_asked (
        job_key text PRIMARY KEY, call_id bigint NOT NULL);
      CREATE TABLE IF NOT EXISTS prove.job_effect (
        job_key text NOT NULL, attempt integer NOT NULL, worker text NOT NULL,
        at timestamptz NOT NULL DEFAULT clock_timestamp());
      CREATE SEQUENCE IF NOT EXISTS prove.lock_fence;
      CREATE OR REPLACE FUNCTION prove.job_now() RETURNS timestamptz
        LANGUAGE sql VOLATILE PARALLEL SAFE AS 'SELECT public.job_now()';
      INSERT INTO prove.guarded SELECT 'resource-' || n, 0 FROM generate_series(0, :most) AS n
      ON CONFLICT DO NOTHING""";

  private ProveTables() {}

  /** Creates all that is not there yet. */
  static void create(DataSource pool, int resources) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE SCHEMA IF NOT EXISTS prove");
      if (!hasQueue(statement)) {
        JobSchema.create(connection);
      }
      statement.execute(TABLES.replace(":most", Integer.toString(resources - 1)));
    }
  }

  private static boolean hasQueue(Statement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery("SELECT to_regclass('prove.job') IS NOT NULL")) {
      return row.next() && row.getBoolean(1);
    }
  }
}
