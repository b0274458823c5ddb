package dev.stampede.server.auth;

import dev.stampede.server.auth.Authentication.Authenticated;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The tokens found good lately, each in the slot that its hash names or the one beside it.
 *
 * <p>A token that comes to slots in use takes the first: the other is checked again when it comes
 * back, which costs some microseconds. A cache that chooses what to forget would spend more than
 * that on its bookkeeping when a crowd comes whose tokens are all new.
 */
final class TokenCache {

  /** A power of two; about as many tokens are remembered at most, of 500 bytes each. */
  static final int SLOTS = 16_384;

  private final long nanosKept;
  private final LongSupplier nanos;
  private final AtomicReferenceArray<@Nullable CachedToken> slots =
      new AtomicReferenceArray<>(SLOTS);

  private record CachedToken(String token, Authenticated who, long sinceNanos) {}

  /**
   * Remembers nothing yet.
   *
   * @param kept how long a token is remembered
   * @param nanos monotonic
   */
  TokenCache(Duration kept, LongSupplier nanos) {
    this.nanosKept = kept.toNanos();
    this.nanos = nanos;
  }

  /** Returns the caller whom the token names, if it was found good recently. */
  Optional<Authenticated> recall(String token) {
    int slot = slot(token);
    CachedToken cached = slots.get(slot);
    if (!isOf(cached, token)) {
      cached = slots.get(slot ^ 1);
    }
    return cached != null && isOf(cached, token) && isFresh(cached)
        ? Optional.of(cached.who())
        : Optional.empty();
  }

  void note(String token, Authenticated who) {
    int slot = slot(token);
    CachedToken there = slots.get(slot);
    boolean isTaken = there != null && isFresh(there) && !isOf(there, token);
    CachedToken beside = slots.get(slot ^ 1);
    boolean isBesideFree = beside == null || !isFresh(beside);
    slots.set(
        isTaken && isBesideFree ? slot ^ 1 : slot, new CachedToken(token, who, nanos.getAsLong()));
  }

  private boolean isFresh(CachedToken cached) {
    return nanos.getAsLong() - cached.sinceNanos() < nanosKept;
  }

  private static boolean isOf(@Nullable CachedToken cached, String token) {
    return cached != null
        && cached.token().hashCode() == token.hashCode()
        && cached.token().equals(token);
  }

  private static int slot(String token) {
    int hash = token.hashCode();
    return (hash ^ hash >>> 16) & SLOTS - 1;
  }
}
