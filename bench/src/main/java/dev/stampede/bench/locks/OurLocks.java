package dev.stampede.bench.locks;

import dev.stampede.locks.HeldLock;
import dev.stampede.locks.LockOutcome;
import dev.stampede.locks.LockRequest;
import dev.stampede.locks.LockSettings;
import dev.stampede.locks.RedisLocks;
import dev.stampede.locks.Release;
import dev.stampede.locks.Waiting;
import io.lettuce.core.RedisClient;
import java.time.Duration;

/** Ours, with its defaults. */
final class OurLocks implements Peer {

  private final RedisClient client;
  private final RedisLocks locks;
  private final Waiting waiting;
  private final Duration ttl;

  OurLocks(String redisUrl, Waiting waiting, Duration ttl) {
    this.client = RedisClient.create(redisUrl);
    this.locks = RedisLocks.open(client, LockSettings.withPrefix("bench:"));
    this.waiting = waiting;
    this.ttl = ttl;
  }

  @Override
  public Runnable acquire(String key) throws InterruptedException {
    LockRequest request = LockRequest.on(key).by(waiting).lasting(ttl).within(PATIENCE);
    return switch (locks.acquire(request)) {
      case LockOutcome.Acquired(HeldLock lock) -> () -> release(key, lock);
      case LockOutcome.Busy busy -> throw Peer.failed(key, busy);
      case LockOutcome.TimedOut timedOut -> throw Peer.failed(key, timedOut);
      case LockOutcome.Unavailable unavailable -> throw Peer.failed(key, unavailable);
    };
  }

  private static void release(String key, HeldLock lock) {
    Release released = lock.release();
    if (released != Release.RELEASED) {
      throw Peer.failed(key, released);
    }
  }

  @Override
  public void close() {
    locks.close();
    client.shutdown();
  }
}
