package dev.stampede.redis;

/** The line, on the master that Sentinels name. */
final class SentinelLineTest extends LineContract {

  SentinelLineTest() {
    super(SharedTestRedis.sentinels());
  }
}
