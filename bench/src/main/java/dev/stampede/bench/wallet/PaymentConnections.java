package dev.stampede.bench.wallet;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.stampede.postgres.DatabaseUrl;
import java.time.Duration;

/**
 * A pool of connections as the product has one, with the same limit on a transaction, for ways of
 * paying that write their own statements.
 */
public final class PaymentConnections {

  private static final Duration TRANSACTION_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration POOL_WAIT = Duration.ofSeconds(10);

  private PaymentConnections() {}

  public static HikariDataSource open(String databaseUrl, int size) {
    DatabaseUrl url = DatabaseUrl.parse(databaseUrl);
    HikariConfig config = new HikariConfig();
    config.setPoolName("payments");
    config.setJdbcUrl(url.jdbc());
    config.setUsername(url.credentials().user());
    config.setPassword(url.credentials().password());
    config.setMaximumPoolSize(size);
    config.setMinimumIdle(1);
    config.setAutoCommit(false);
    config.setConnectionTimeout(POOL_WAIT.toMillis());
    config.addDataSourceProperty(
        "options",
        "-c transaction_timeout=%d -c lock_timeout=%d"
            .formatted(TRANSACTION_TIMEOUT.toMillis(), LOCK_TIMEOUT.toMillis()));
    return new HikariDataSource(config);
  }
}
