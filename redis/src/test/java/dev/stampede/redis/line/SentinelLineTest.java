package dev.stampede.redis.line;

import dev.stampede.redis.SharedTestRedis;

/** The line, on the master that Sentinels name. */
final class SentinelLineTest extends LineContract {

  SentinelLineTest() {
    super(SharedTestRedis.sentinels());
  }
}
