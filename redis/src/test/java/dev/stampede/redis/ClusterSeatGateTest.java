package dev.stampede.redis;

/** Layer 1, on a cluster. */
final class ClusterSeatGateTest extends SeatGateContract {

  ClusterSeatGateTest() {
    super(SharedTestRedis.cluster());
  }
}
