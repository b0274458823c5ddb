package dev.stampede.server.limit;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * So many calls a second for each key, and twice as many at once after a rest: a bucket for each,
 * kept as the one moment at which it would be full again.
 *
 * <p>A bucket that is full is forgotten. If there are more keys than are kept some are forgotten
 * too early, and may call more often: in the greatest crowd nobody is refused by mistake.
 */
public final class RateLimit<K> {

  /** After a rest one may call as often as in this many seconds. */
  public static final int BURST_SECONDS = 2;

  static final int MAX_KEYS = 200_000;

  private final LongSupplier nanos;
  private final long nanosPerCall;
  private final long burstNanos;
  private final LoadingCache<K, AtomicLong> fullAgainAt;

  /**
   * A limit.
   *
   * @param nanos monotonic
   */
  public RateLimit(int perSecond, LongSupplier nanos) {
    Duration burst = Duration.ofSeconds(BURST_SECONDS);
    this.nanos = nanos;
    this.nanosPerCall = Duration.ofSeconds(1).toNanos() / perSecond;
    this.burstNanos = burst.toNanos();
    this.fullAgainAt =
        Caffeine.newBuilder()
            .maximumSize(MAX_KEYS)
            .expireAfterAccess(burst)
            .ticker(nanos::getAsLong)
            .build(_ -> new AtomicLong(nanos.getAsLong()));
  }

  /** Zero if the call may be made, which counts it; else how long until one may be. */
  public Duration take(K key) {
    AtomicLong bucket = fullAgainAt.get(key);
    while (true) {
      long now = nanos.getAsLong();
      long before = bucket.get();
      long after = (before - now > 0 ? before : now) + nanosPerCall;
      long tooEarly = after - now - burstNanos;
      if (tooEarly > 0) {
        return Duration.ofNanos(tooEarly);
      }
      if (bucket.compareAndSet(before, after)) {
        return Duration.ZERO;
      }
    }
  }
}
