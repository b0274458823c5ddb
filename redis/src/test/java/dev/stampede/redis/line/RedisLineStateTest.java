package dev.stampede.redis.line;

import dev.stampede.redis.SharedTestRedis;

/** The state of a line, on one server. */
final class RedisLineStateTest extends LineStateContract {

  RedisLineStateTest() {
    super(SharedTestRedis.single());
  }
}
