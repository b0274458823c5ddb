package dev.stampede.redis;

/** The line, on a cluster. */
final class ClusterLineTest extends LineContract {

  ClusterLineTest() {
    super(SharedTestRedis.cluster());
  }
}
