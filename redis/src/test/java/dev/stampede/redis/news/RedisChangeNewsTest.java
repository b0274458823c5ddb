package dev.stampede.redis.news;

import dev.stampede.redis.SharedTestRedis;

/** Word of changes, on one server. */
final class RedisChangeNewsTest extends ChangeNewsContract {

  RedisChangeNewsTest() {
    super(SharedTestRedis.single());
  }
}
