package dev.stampede.locks;

import dev.stampede.testkit.SentinelRedis;
import dev.stampede.testkit.SharedTopologies;

/** The contract, on the master that Sentinels name. */
final class SentinelLocksTest extends LockContract {

  SentinelLocksTest() {
    super(
        Waiting.PUBSUB,
        "redis-sentinel://%s#%s"
            .formatted(SharedTopologies.sentinels().sentinels(), SentinelRedis.MASTER));
  }
}
