package dev.stampede.redis.news;

import dev.stampede.redis.SharedTestRedis;

/** Word of changes, on a cluster. */
final class ClusterChangeNewsTest extends ChangeNewsContract {

  ClusterChangeNewsTest() {
    super(SharedTestRedis.cluster());
  }
}
