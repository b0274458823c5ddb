package dev.stampede.redis.gate;

import dev.stampede.redis.SharedTestRedis;

/** Layer 1, on a cluster. */
final class ClusterSeatGateTest extends SeatGateContract {

  ClusterSeatGateTest() {
    super(SharedTestRedis.cluster());
  }
}
