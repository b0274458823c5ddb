package dev.stampede.bench.locks;

import dev.stampede.locks.Waiting;
import java.time.Duration;

/** The kinds of lock that are compared; a child process is told which by its name. */
enum Kind {
  PUBSUB("pubsub"),
  SPIN("spin"),
  RLOCK("Redisson RLock"),
  RSPINLOCK("Redisson RSpinLock");

  private final String label;

  Kind(String label) {
    this.label = label;
  }

  String label() {
    return label;
  }

  /**
   * Opens one instance.
   *
   * @param ttl after which a lock ends by itself; none is renewed
   */
  Peer open(String redisUrl, Duration ttl) {
    return switch (this) {
      case PUBSUB -> new OurLocks(redisUrl, Waiting.PUBSUB, ttl);
      case SPIN -> new OurLocks(redisUrl, Waiting.SPIN, ttl);
      case RLOCK -> new RedissonLocks(redisUrl, RedissonLocks.Which.RLOCK, ttl);
      case RSPINLOCK -> new RedissonLocks(redisUrl, RedissonLocks.Which.RSPINLOCK, ttl);
    };
  }
}
