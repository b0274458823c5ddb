package dev.stampede.redis;

/** News of seats, on a cluster. */
final class ClusterSeatNewsTest extends SeatNewsContract {

  ClusterSeatNewsTest() {
    super(SharedTestRedis.cluster());
  }
}
