package dev.stampede.redis.news;

import dev.stampede.redis.SharedTestRedis;

/** News of seats, on a cluster. */
final class ClusterSeatNewsTest extends SeatNewsContract {

  ClusterSeatNewsTest() {
    super(SharedTestRedis.cluster());
  }
}
