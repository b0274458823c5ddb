package dev.stampede.redis;

/** Word of changes, on a cluster. */
final class ClusterChangeNewsTest extends ChangeNewsContract {

  ClusterChangeNewsTest() {
    super(SharedTestRedis.cluster());
  }
}
