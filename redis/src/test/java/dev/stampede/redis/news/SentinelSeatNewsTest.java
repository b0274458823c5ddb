package dev.stampede.redis.news;

import dev.stampede.redis.SharedTestRedis;

/** News of seats, on the master that Sentinels name. */
final class SentinelSeatNewsTest extends SeatNewsContract {

  SentinelSeatNewsTest() {
    super(SharedTestRedis.sentinels());
  }
}
