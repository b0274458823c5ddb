package dev.stampede.redis;

import dev.stampede.redis.RedisSettings.Access;
import dev.stampede.testkit.ClusterRedis;
import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.SentinelRedis;
import dev.stampede.testkit.SharedTopologies;
import dev.stampede.testkit.TestServices;
import io.lettuce.core.KeyScanArgs;
import io.lettuce.core.ScanCursor;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** A Redis that others share, whatever its shape, under a prefix of one's own. */
public final class SharedTestRedis {

  private static final Duration SOON = Duration.ofSeconds(30);

  private final String prefix = TestServices.shared().freshKeyPrefix();
  private final RedisSettings settings;
  private final Redis redis;

  public SharedTestRedis(RedisSettings settings) {
    this.settings = settings;
    this.redis = Redis.open(settings);
  }

  public static RedisSettings.Single single() {
    return RedisSettings.Single.parse(TestServices.shared().redisUrl());
  }

  public static RedisSettings sentinels() {
    return sentinels(SharedTopologies.sentinels());
  }

  public static RedisSettings sentinels(SentinelRedis redis) {
    return new RedisSettings.Sentinel(
        nodes(redis.sentinels()), SentinelRedis.MASTER, 0, Access.OPEN);
  }

  public static RedisSettings cluster() {
    return cluster(SharedTopologies.cluster());
  }

  public static RedisSettings cluster(ClusterRedis redis) {
    return new RedisSettings.Cluster(nodes(redis.nodes()), Access.OPEN);
  }

  private static List<RedisNode> nodes(String named) {
    return Pattern.compile(",").splitAsStream(named).map(RedisNode::parse).toList();
  }

  public RedisSettings settings() {
    return settings;
  }

  public String prefix() {
    return prefix;
  }

  public Redis redis() {
    return redis;
  }

  public static <T> T now(CompletionStage<T> asked) throws Exception {
    return asked.toCompletableFuture().get(5, TimeUnit.SECONDS);
  }

  public String value(String key) {
    return read(() -> redis.commands().get(key));
  }

  public long lastsMillis(String key) {
    return read(() -> redis.commands().pttl(key));
  }

  /** On a busy machine an answer may take longer than the client waits for it. */
  private static <T> T read(Supplier<? extends CompletionStage<T>> reading) {
    return Eventually.within(SOON).until("Redis answers", () -> now(reading.get()), _ -> true);
  }

  /** As if Redis had been emptied, for us alone. */
  public void loseEverything() throws Exception {
    List<String> all = keys();
    if (!all.isEmpty()) {
      now(redis.commands().del(all.toArray(String[]::new)));
    }
  }

  public List<String> keys() throws Exception {
    List<String> found = new java.util.ArrayList<>();
    ScanCursor cursor = ScanCursor.INITIAL;
    do {
      var page =
          now(redis.commands().scan(cursor, KeyScanArgs.Builder.matches(prefix + "*").limit(1000)));
      found.addAll(page.getKeys());
      cursor = page;
    } while (!cursor.isFinished());
    return found;
  }

  public void end() throws Exception {
    loseEverything();
    redis.close();
  }
}
