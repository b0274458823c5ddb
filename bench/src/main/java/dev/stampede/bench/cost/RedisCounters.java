package dev.stampede.bench.cost;

import dev.stampede.redis.Redis;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

/** The commands that Redis has carried out so far, by name, those within scripts included. */
public final class RedisCounters {

  private static final long PATIENCE_SECONDS = 5;
  private static final Pattern LOG_BYTES = Pattern.compile("aof_current_size:([0-9]+)");
  private static final Pattern COMMAND = Pattern.compile("cmdstat_([^:]+):calls=([0-9]+)");

  private RedisCounters() {}

  public static Counters now(Redis redis)
      throws InterruptedException, ExecutionException, TimeoutException {
    Counters counters = Counters.none();
    COMMAND
        .matcher(info(redis, "commandstats"))
        .results()
        .forEach(found -> counters.add(found.group(1), Double.parseDouble(found.group(2))));
    return counters;
  }

  /** The size of the append-only file, which shrinks when Redis rewrites it. */
  static double logBytes(Redis redis)
      throws InterruptedException, ExecutionException, TimeoutException {
    return LOG_BYTES
        .matcher(info(redis, "persistence"))
        .results()
        .mapToDouble(found -> Double.parseDouble(found.group(1)))
        .sum();
  }

  private static String info(Redis redis, String section)
      throws InterruptedException, ExecutionException, TimeoutException {
    return redis
        .commands()
        .info(section)
        .toCompletableFuture()
        .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }
}
