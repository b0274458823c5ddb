package dev.stampede.redis;

/** The line, on one server. */
final class RedisLineTest extends LineContract {

  RedisLineTest() {
    super(SharedTestRedis.single());
  }
}
