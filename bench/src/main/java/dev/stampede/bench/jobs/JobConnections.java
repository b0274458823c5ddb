package dev.stampede.bench.jobs;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.stampede.postgres.DatabaseUrl;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/** The same pool for everybody: a connection for each worker thread, and some to spare. */
final class JobConnections {

  static final int THREADS = 20;
  private static final int SPARE = 6;
  private static final Duration POOL_WAIT = Duration.ofSeconds(10);

  private JobConnections() {}

  static HikariDataSource open(String databaseUrl) {
    DatabaseUrl url = DatabaseUrl.parse(databaseUrl);
    HikariConfig config = new HikariConfig();
    config.setPoolName("jobs");
    config.setJdbcUrl(url.jdbc());
    config.setUsername(url.credentials().user());
    config.setPassword(url.credentials().password());
    config.setMaximumPoolSize(THREADS + SPARE);
    config.setConnectionTimeout(POOL_WAIT.toMillis());
    return new HikariDataSource(config);
  }

  static void run(HikariDataSource pool, String sql) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  static boolean isEmpty(HikariDataSource pool, String table) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT NOT EXISTS (SELECT 1 FROM " + table + ")")) {
      row.next();
      return row.getBoolean(1);
    }
  }
}
