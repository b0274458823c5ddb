package dev.stampede.redis;

/** Word of changes, on one server. */
final class RedisChangeNewsTest extends ChangeNewsContract {

  RedisChangeNewsTest() {
    super(SharedTestRedis.single());
  }
}
