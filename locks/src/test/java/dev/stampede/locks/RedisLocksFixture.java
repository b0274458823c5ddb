package dev.stampede.locks;

import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.TestServices;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Instances on one Redis that share a prefix, as several processes would; and a look at it. */
final class RedisLocksFixture implements AutoCloseable {

  private final RedisClient client;
  private final LockSettings settings;
  private final RedisCommands<String, String> look;
  private final List<RedisLocks> opened = new ArrayList<>();

  RedisLocksFixture() {
    this(TestServices.shared().redisUrl());
  }

  /** Settings for a busy machine: an answer may take longer than the usual second. */
  RedisLocksFixture(String url) {
    this(url, Duration.ofSeconds(30));
  }

  RedisLocksFixture(String url, Duration answerWithin) {
    client = RedisClient.create(url);
    settings =
        LockSettings.withPrefix(TestServices.shared().freshKeyPrefix())
            .answeredWithin(answerWithin);
    look = client.connect().sync();
  }

  LockSettings settings() {
    return settings;
  }

  RedisLocks open() {
    return open(settings);
  }

  RedisLocks open(LockSettings own) {
    return remembered(RedisLocks.open(client, own));
  }

  RedisLocks open(FenceSource fences) {
    return remembered(RedisLocks.open(client, settings, fences));
  }

  private RedisLocks remembered(RedisLocks locks) {
    opened.add(locks);
    return locks;
  }

  RedisCommands<String, String> look() {
    return look;
  }

  LockName name(String key) {
    return LockName.of(settings.prefix(), key);
  }

  /**
   * Waits until nothing of these instances is left; a caller that gives up does not wait for Redis
   * to hear it.
   */
  void awaitClean() {
    Eventually.within(Duration.ofSeconds(30))
        .until("Redis is clean", () -> look.keys(settings.prefix() + "*"), List::isEmpty);
  }

  @Override
  public void close() {
    opened.forEach(RedisLocks::close);
    client.shutdown();
  }
}
