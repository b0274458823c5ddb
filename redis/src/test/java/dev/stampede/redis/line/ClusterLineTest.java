package dev.stampede.redis.line;

import dev.stampede.redis.SharedTestRedis;

/** The line, on a cluster. */
final class ClusterLineTest extends LineContract {

  ClusterLineTest() {
    super(SharedTestRedis.cluster());
  }
}
