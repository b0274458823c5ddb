package dev.stampede.bench.locks;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.redisson.Redisson;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Redisson's, with its defaults and a lease, which spares it the watchdog. */
final class RedissonLocks implements Peer {

  /** The kind of Redisson's lock. */
  enum Which {
    RLOCK,
    RSPINLOCK
  }

  private final RedissonClient client;
  private final Which which;
  private final Duration ttl;

  RedissonLocks(String redisUrl, Which which, Duration ttl) {
    Config config = new Config();
    config.useSingleServer().setAddress(redisUrl);
    this.client = Redisson.create(config);
    this.which = which;
    this.ttl = ttl;
  }

  @Override
  public Runnable acquire(String key) throws InterruptedException {
    RLock lock = which == Which.RLOCK ? client.getLock(key) : client.getSpinLock(key);
    if (!lock.tryLock(PATIENCE.toMillis(), ttl.toMillis(), TimeUnit.MILLISECONDS)) {
      throw Peer.failed(key, "not within " + PATIENCE);
    }
    return lock::unlock;
  }

  @Override
  public void close() {
    client.shutdown();
  }
}
