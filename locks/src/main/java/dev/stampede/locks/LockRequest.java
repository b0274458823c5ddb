package dev.stampede.locks;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;

/**
 * A request for one lock, or for several of which all are taken or none.
 *
 * @param keys 1..64 different names of 1..512 characters. On a cluster several must share a hash
 *     tag, as in {@code {order-7}stock} and {@code {order-7}till}
 * @param ttl after which the locks end by themselves, 100 ms..1 h. It bounds how long others wait
 *     for a holder that died; work that may take longer asks for renewal
 * @param patience for how long to wait, 0..1 h
 * @param waiting how to wait
 * @param renewal for how long the time is renewed while the owner's thread lives, 0..24 h; 0: not
 * @param wantsFence true if each holder draws a fence
 */
public record LockRequest(
    List<String> keys,
    Duration ttl,
    Duration patience,
    Waiting waiting,
    Duration renewal,
    boolean wantsFence) {

  private static final int MAX_KEYS = 64;
  private static final int MAX_KEY_LENGTH = 512;
  private static final Duration DEFAULT_TTL = Duration.ofSeconds(30);
  private static final Duration DEFAULT_PATIENCE = Duration.ofSeconds(5);
  private static final Duration LEAST_TTL = Duration.ofMillis(100);
  private static final Duration ONE_HOUR = Duration.ofHours(1);

  public LockRequest {
    keys = List.copyOf(keys);
    LockBounds.check("number of keys", keys.size(), 1, MAX_KEYS);
    keys.forEach(
        key -> LockBounds.check("length of key '" + key + "'", key.length(), 1, MAX_KEY_LENGTH));
    if (new HashSet<>(keys).size() < keys.size()) {
      throw new IllegalArgumentException("keys are %s; name each once".formatted(keys));
    }
    LockBounds.check("ttl", ttl, LEAST_TTL, ONE_HOUR);
    LockBounds.check("patience", patience, Duration.ZERO, ONE_HOUR);
    LockBounds.check("renewal", renewal, Duration.ZERO, Duration.ofHours(24));
  }

  /** Returns a request for 30 s, told on release, with 5 s of patience. */
  public static LockRequest on(String... keys) {
    return new LockRequest(
        List.of(keys), DEFAULT_TTL, DEFAULT_PATIENCE, Waiting.PUBSUB, Duration.ZERO, false);
  }

  /** The locks end by themselves after this. */
  public LockRequest lasting(Duration duration) {
    return new LockRequest(keys, duration, patience, waiting, renewal, wantsFence);
  }

  /** Waits no longer than this. */
  public LockRequest within(Duration limit) {
    return new LockRequest(keys, ttl, limit, waiting, renewal, wantsFence);
  }

  /** Waits like this. */
  public LockRequest by(Waiting way) {
    return new LockRequest(keys, ttl, patience, way, renewal, wantsFence);
  }

  /**
   * Renewed for as long as the thread that acquired it lives, until it is released, and no longer
   * than this: a thread that hangs must not keep a lock for ever.
   */
  public LockRequest renewedUpTo(Duration limit) {
    return new LockRequest(keys, ttl, patience, waiting, limit, wantsFence);
  }

  /** Every holder gets a number that is higher than those of all holders before it. */
  public LockRequest fenced() {
    return new LockRequest(keys, ttl, patience, waiting, renewal, true);
  }

  /** True if the caller does not wait at all for a lock that is not free. */
  boolean triesOnce() {
    return patience.isZero() || waiting instanceof Waiting.Simple;
  }
}
