package dev.stampede.redis.line;

import dev.stampede.redis.SharedTestRedis;

/** The state of a line, on the master that Sentinels name. */
final class SentinelLineStateTest extends LineStateContract {

  SentinelLineStateTest() {
    super(SharedTestRedis.sentinels());
  }
}
