package dev.stampede.prove.load.library;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.stampede.testkit.Sql;
import java.time.Duration;

/** Connections to the schema {@code prove}; they give up on a database that does not answer. */
final class ProvePool {

  private static final Duration CONNECTION_WITHIN = Duration.ofSeconds(3);

  /** Longer than any statement here; a link that is lost without a word costs this. */
  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(10);

  private ProvePool() {}

  /** Opens a pool, also while the database is away. */
  static HikariDataSource open(String databaseUrl, String name, int connections) {
    HikariConfig config = new HikariConfig();
    config.setPoolName(name);
    config.setJdbcUrl(databaseUrl.startsWith("jdbc:") ? databaseUrl : jdbc(databaseUrl));
    config.addDataSourceProperty("currentSchema", "prove,public");
    config.addDataSourceProperty("socketTimeout", Long.toString(ANSWER_WITHIN.toSeconds()));
    config.addDataSourceProperty("ApplicationName", name);
    config.setMaximumPoolSize(connections);
    config.setMinimumIdle(1);
    config.setConnectionTimeout(CONNECTION_WITHIN.toMillis());
    config.setInitializationFailTimeout(-1);
    return new HikariDataSource(config);
  }

  private static String jdbc(String url) {
    return new Sql(url).jdbcUrl();
  }
}
