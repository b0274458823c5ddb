package dev.stampede.redis.line;

import dev.stampede.redis.SharedTestRedis;

/** The state of a line, on a cluster. */
final class ClusterLineStateTest extends LineStateContract {

  ClusterLineStateTest() {
    super(SharedTestRedis.cluster());
  }
}
