package dev.stampede.redis.line;

import dev.stampede.redis.SharedTestRedis;

/** The line, on one server. */
final class RedisLineTest extends LineContract {

  RedisLineTest() {
    super(SharedTestRedis.single());
  }
}
