package dev.stampede.postgres;

import java.time.Duration;

/**
 * The address of the database, and the limits for its connections and transactions.
 *
 * @param scratch whether every session works on {@linkplain ScratchTables tables of its own} that
 *     end with it
 */
public record PostgresSettings(
    DatabaseUrl url, int poolSize, Duration transactionTimeout, boolean scratch) {

  public static final int MIN_POOL_SIZE = 2;
  public static final int MAX_POOL_SIZE = 200;

  public PostgresSettings {
    if (poolSize < MIN_POOL_SIZE || poolSize > MAX_POOL_SIZE) {
      throw new IllegalArgumentException(
          "pool size is %d; set %d..%d".formatted(poolSize, MIN_POOL_SIZE, MAX_POOL_SIZE));
    }
    if (!transactionTimeout.isPositive()) {
      throw new IllegalArgumentException(
          "transaction time-out is " + transactionTimeout + "; it must be positive");
    }
  }

  /** On the deployment's own tables. */
  public PostgresSettings(DatabaseUrl url, int poolSize, Duration transactionTimeout) {
    this(url, poolSize, transactionTimeout, false);
  }

  /** The same database, on scratch tables and with as few connections as can be. */
  PostgresSettings onScratchTables() {
    return new PostgresSettings(url, MIN_POOL_SIZE, transactionTimeout, true);
  }

  /**
   * Enough to keep both lanes, the background work and a few readers busy, and no more: PostgreSQL
   * is fastest with about twice as many active connections as it has cores. One is the job queue's,
   * which listens on it.
   */
  public static int defaultPoolSize() {
    return 5 + 2 * Runtime.getRuntime().availableProcessors();
  }
}
