package dev.stampede.postgres;

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
}
