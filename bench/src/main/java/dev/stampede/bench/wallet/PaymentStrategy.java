package dev.stampede.bench.wallet;

import dev.stampede.engine.claim.Claims;

/**
 * A way to pay, under the name of its row.
 *
 * @param perSecond about how many it decides in a second, for as long as that has not been seen
 * @param slowness how many times as long as others it takes to become warm
 */
record PaymentStrategy(String name, Claims claims, int perSecond, int slowness) {

  /** Those who share a commit. */
  static PaymentStrategy grouped(String name, Claims claims) {
    return new PaymentStrategy(name, claims, 12_000, 1);
  }

  /** It sees fewer payments in the same time, and needs more of it to become warm. */
  static PaymentStrategy oneByOne(String name, Claims claims) {
    return new PaymentStrategy(name, claims, 1_500, 3);
  }
}
