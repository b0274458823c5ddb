package dev.stampede.bench.engine;

import dev.stampede.redis.Redis;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The bytes that PostgreSQL has written to its log and the commands that Redis has carried out,
 * those within scripts included, since both began. Two of these around a run tell what the run
 * used, as long as nobody else uses the two.
 */
public record StoreUsage(long walBytes, long redisCommands) {

  private static final String WAL_BYTES = "SELECT pg_current_wal_lsn() - '0/0'::pg_lsn";
  private static final String COMMANDS = "total_commands_processed:";
  private static final long PATIENCE_SECONDS = 5;

  public static StoreUsage now(Connection connection, Redis redis)
      throws SQLException, InterruptedException, ExecutionException, TimeoutException {
    return new StoreUsage(walBytes(connection), redisCommands(redis));
  }

  public StoreUsage minus(StoreUsage before) {
    return new StoreUsage(walBytes - before.walBytes, redisCommands - before.redisCommands);
  }

  public StoreUsage plus(StoreUsage other) {
    return new StoreUsage(walBytes + other.walBytes, redisCommands + other.redisCommands);
  }

  private static long walBytes(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(WAL_BYTES)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  private static long redisCommands(Redis redis)
      throws InterruptedException, ExecutionException, TimeoutException {
    String stats =
        redis
            .commands()
            .info("stats")
            .toCompletableFuture()
            .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    return stats
        .lines()
        .filter(line -> line.startsWith(COMMANDS))
        .mapToLong(line -> Long.parseLong(line.substring(COMMANDS.length()).strip()))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("Redis does not count its commands"));
  }
}
