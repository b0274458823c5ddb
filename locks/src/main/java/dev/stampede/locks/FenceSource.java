package dev.stampede.locks;

/**
 * Numbers that only grow, from a store that does not forget: the database whose rows the lock
 * guards. Redis is no such store; after a failover it may count the same numbers again.
 */
@FunctionalInterface
public interface FenceSource {

  /**
   * A number above all that were ever drawn, for whichever lock. It is drawn while the lock is
   * held, on the caller's thread; it must end by itself within seconds.
   *
   * @throws Exception when there is none; the lock is given back and the outcome {@link
   *     LockOutcome.Unavailable}
   */
  long draw() throws Exception;
}
