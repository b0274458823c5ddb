package dev.stampede.redis;

/** Word of changes, on the master that Sentinels name. */
final class SentinelChangeNewsTest extends ChangeNewsContract {

  SentinelChangeNewsTest() {
    super(SharedTestRedis.sentinels());
  }
}
