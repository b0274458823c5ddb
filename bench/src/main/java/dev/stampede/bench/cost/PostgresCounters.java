package dev.stampede.bench.cost;

import dev.stampede.bench.services.BenchServices;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;

/** The counters of PostgreSQL so far, of one database and of its log. */
public final class PostgresCounters {

  private static final String COUNTERS =
      """
      SELECT 'commits', xact_commit FROM pg_stat_database WHERE datname = current_database()
      UNION ALL SELECT 'WAL records', wal_records FROM pg_stat_wal
      UNION ALL SELECT 'WAL full pages', wal_fpi FROM pg_stat_wal
      UNION ALL SELECT 'WAL bytes', pg_current_wal_lsn() - '0/0'::pg_lsn
      UNION ALL SELECT 'rows inserted, ' || relname, n_tup_ins FROM pg_stat_user_tables
      UNION ALL SELECT 'rows updated, ' || relname, n_tup_upd FROM pg_stat_user_tables
      UNION ALL SELECT 'rows updated not HOT, ' || relname, n_tup_upd - n_tup_hot_upd
        FROM pg_stat_user_tables
      UNION ALL SELECT 'rows deleted, ' || relname, n_tup_del FROM pg_stat_user_tables""";

  /** PostgreSQL does not say of its own workers what they are to a client without the right. */
  private static final String BACKENDS =
      """
      SELECT pid, coalesce(nullif(application_name, ''), backend_type, 'background')
      FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()""";

  private static final String CLAIMS = "SELECT count(*) FROM seat_event";
  private static final String UNTOLD = "SELECT FROM outbox LIMIT 1";

  private PostgresCounters() {}

  public static Counters now(String databaseUrl) throws SQLException {
    Counters counters = Counters.none();
    read(databaseUrl, COUNTERS, row -> counters.add(row.getString(1), row.getDouble(2)));
    return counters;
  }

  /** Seats' claims that have succeeded so far. */
  static double claims(String databaseUrl) throws SQLException {
    double[] claims = new double[1];
    read(databaseUrl, CLAIMS, row -> claims[0] = row.getDouble(1));
    return claims[0];
  }

  /** The processes that serve connections to this database, and the name of each client. */
  public static Map<Long, String> backends(String databaseUrl) throws SQLException {
    Map<Long, String> backends = new HashMap<>();
    read(databaseUrl, BACKENDS, row -> backends.put(row.getLong(1), row.getString(2)));
    return backends;
  }

  /** True if there is an event that others have not been told. */
  static boolean isAnyUntold(String databaseUrl) throws SQLException {
    boolean[] found = new boolean[1];
    read(databaseUrl, UNTOLD, _ -> found[0] = true);
    return found[0];
  }

  private interface RowReader {
    void read(ResultSet row) throws SQLException;
  }

  private static void read(String databaseUrl, String query, RowReader reader) throws SQLException {
    try (Connection connection = BenchServices.connect(databaseUrl);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        reader.read(rows);
      }
    }
  }
}
