package dev.stampede.redis;

import dev.stampede.engine.epoch.LogMarks;
import io.lettuce.core.SetArgs;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps in Redis how far the database's log was seen to reach, one key for each epoch. A mark that
 * one server overwrites with its own, seen a moment before, is good enough.
 */
public final class RedisLogMarks implements LogMarks {

  private static final Duration PATIENCE = Duration.ofSeconds(2);

  /** Longer than servers are down for a restore. */
  private static final Duration REMEMBERED = Duration.ofDays(30);

  private static final Logger log = LoggerFactory.getLogger(RedisLogMarks.class);

  private final Redis redis;
  private final String keyPrefix;

  public RedisLogMarks(Redis redis, String keyPrefix) {
    this.redis = redis;
    this.keyPrefix = keyPrefix;
  }

  @Override
  public long highest(long epoch) {
    try {
      String noted =
          redis
              .commands()
              .get(key(epoch))
              .toCompletableFuture()
              .get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      return noted == null ? 0 : Long.parseLong(noted);
    } catch (ExecutionException | TimeoutException | RuntimeException e) {
      log.warn("Redis did not return the database's last log position; it is not compared", e);
      return 0;
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return 0;
    }
  }

  @Override
  public void reached(long epoch, long position) {
    try {
      var _ =
          redis.commands().set(key(epoch), Long.toString(position), SetArgs.Builder.px(REMEMBERED));
    } catch (RuntimeException away) {
      log.debug("the database's log position was not noted", away);
    }
  }

  private String key(long epoch) {
    return keyPrefix + "database-log:" + epoch;
  }
}
