package dev.stampede.redis.news;

import dev.stampede.redis.SharedTestRedis;

/** Word of changes, on the master that Sentinels name. */
final class SentinelChangeNewsTest extends ChangeNewsContract {

  SentinelChangeNewsTest() {
    super(SharedTestRedis.sentinels());
  }
}
