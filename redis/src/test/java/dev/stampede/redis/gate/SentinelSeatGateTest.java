package dev.stampede.redis.gate;

import dev.stampede.redis.SharedTestRedis;

/** Layer 1, on the master that Sentinels name. */
final class SentinelSeatGateTest extends SeatGateContract {

  SentinelSeatGateTest() {
    super(SharedTestRedis.sentinels());
  }
}
