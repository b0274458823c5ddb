package dev.stampede.bench.cost;

import dev.stampede.redis.Redis;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

/** The commands that Redis has carried out so far, by name, those within scripts included. */
public final class RedisCounters {

  private static final long PATIENCE_SECONDS = 5;
  private static final Pattern COMMAND = Pattern.compile("cmdstat_([^:]+):calls=([0-9]+)");

  private RedisCounters() {}

  public static Counters now(Redis redis)
      throws InterruptedException, ExecutionException, TimeoutException {
    Counters counters = Counters.none();
    String stats =
        redis
            .commands()
            .info("commandstats")
            .toCompletableFuture()
            .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    COMMAND
        .matcher(stats)
        .results()
        .forEach(found -> counters.add(found.group(1), Double.parseDouble(found.group(2))));
    return counters;
  }
}
