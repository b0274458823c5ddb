package dev.stampede.locks;

/**
 * One stay of a lock in this instance, from Redis and back to it; several callers may hold it in
 * turn.
 *
 * @param token the owner, as Redis knows it
 * @param expiresNanos when it ends by itself: counted from before Redis was asked, so never too
 *     late
 * @param handOvers how often it went from caller to caller
 */
record Tenure(String token, long expiresNanos, int handOvers) {

  Tenure handedOver() {
    return new Tenure(token, expiresNanos, handOvers + 1);
  }

  Tenure expiring(long atNanos) {
    return new Tenure(token, atNanos, handOvers);
  }
}
