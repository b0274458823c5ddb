package dev.stampede.redis;

/** News of seats, on the master that Sentinels name. */
final class SentinelSeatNewsTest extends SeatNewsContract {

  SentinelSeatNewsTest() {
    super(SharedTestRedis.sentinels());
  }
}
