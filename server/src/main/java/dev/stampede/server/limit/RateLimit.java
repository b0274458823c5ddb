package dev.stampede.server.limit;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

/**
 * So many calls a second for each key, and twice as many at once after a rest: a bucket for each,
 * kept as the one moment at which it would be full again.
 *
 * <p>A bucket that nobody takes from for {@value #BURST_SECONDS} s is full, and need not be kept.
 * So buckets are in two generations, and the older is forgotten as a whole when the younger is that
 * old: a call costs a look in a map or two, and nobody tidies up. If there are more keys than are
 * kept some are forgotten too early, and may call more often: in the greatest crowd nobody is
 * refused by mistake.
 */
public final class RateLimit<K> {

  /** After a rest one may call as often as in this many seconds. */
  public static final int BURST_SECONDS = 2;

  /** Of both generations together. */
  static final int MAX_KEYS = 200_000;

  private final LongSupplier nanos;
  private final long nanosPerCall;
  private final long burstNanos;
  private final AtomicReference<Buckets<K>> buckets;

  /** The buckets taken from since a moment, and those taken from before. */
  private record Buckets<K>(Map<K, AtomicLong> young, Map<K, AtomicLong> old, long sinceNanos) {

    AtomicLong of(K key, long now) {
      AtomicLong known = young.get(key);
      return known == null ? kept(key, now) : known;
    }

    private AtomicLong kept(K key, long now) {
      AtomicLong earlier = old.get(key);
      AtomicLong bucket = earlier == null ? new AtomicLong(now) : earlier;
      AtomicLong others = young.putIfAbsent(key, bucket);
      return others == null ? bucket : others;
    }

    Buckets<K> next(long now) {
      return new Buckets<>(new ConcurrentHashMap<>(), young, now);
    }
  }

  /**
   * A limit.
   *
   * @param nanos monotonic
   */
  public RateLimit(int perSecond, LongSupplier nanos) {
    this.nanos = nanos;
    this.nanosPerCall = Duration.ofSeconds(1).toNanos() / perSecond;
    this.burstNanos = Duration.ofSeconds(BURST_SECONDS).toNanos();
    this.buckets =
        new AtomicReference<>(
            new Buckets<>(new ConcurrentHashMap<>(), Map.of(), nanos.getAsLong()));
  }

  /** Zero if the call may be made, which counts it; else how long until one may be. */
  public Duration take(K key) {
    AtomicLong bucket = buckets(nanos.getAsLong()).of(key, nanos.getAsLong());
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

  /** Those to take from now: of several who find that it is time, one begins the next. */
  private Buckets<K> buckets(long now) {
    Buckets<K> current = buckets.get();
    boolean isOver =
        now - current.sinceNanos() > burstNanos || current.young().size() >= MAX_KEYS / 2;
    if (!isOver) {
      return current;
    }
    Buckets<K> next = current.next(now);
    return buckets.compareAndSet(current, next) ? next : buckets.get();
  }

  /** Returns the number of keys that are kept; one that is in both generations counts twice. */
  int size() {
    Buckets<K> current = buckets.get();
    return current.young().size() + current.old().size();
  }
}
