package dev.stampede.bench.wallet;

import dev.stampede.engine.claim.Buyer;

/** A lock in front of the database: one payment of a wallet at a time. */
@FunctionalInterface
public interface WalletLock {

  /** Nobody waits: the rows' own locks are all there is. */
  WalletLock NONE = buyer -> new Attempt.Acquired(() -> {});

  Attempt acquire(Buyer buyer);

  /** The result of asking for it. */
  sealed interface Attempt {

    /** It is the caller's, who has to give it back. */
    record Acquired(Runnable release) implements Attempt {}

    /** Others had it for as long as the caller was ready to wait. */
    record Busy(String why) implements Attempt {}
  }
}
