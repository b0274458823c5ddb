package dev.stampede.postgres.claim;

import java.time.Duration;

/**
 * Extra work of a transaction between its row locks and its writes: none in the product. The
 * contention lab lets it take a while, to measure the cost of waiting under locks.
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
