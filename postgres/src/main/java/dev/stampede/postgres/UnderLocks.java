package dev.stampede.postgres;

import java.time.Duration;

/**
 * What a transaction does between its row locks and its writes, besides deciding: in the product
 * nothing. The contention lab lets it take a while, to see what waiting under locks costs.
 *
 * <p>Called once for each transaction, however many claims it decides.
 */
@FunctionalInterface
public interface UnderLocks {

  UnderLocks NOTHING = () -> {};

  void run();

  /** Told how long it took to lock the rows, also when they could not be locked. */
  default void lockedAfter(Duration took) {}
}
