package dev.stampede.locks;

/**
 * Locks that everybody shares who names the same key.
 *
 * <p>A lock keeps others out for as long as its time lasts, not for as long as its holder believes:
 * a holder that was stopped for longer wakes up beside another one. Where that must not do harm,
 * ask for a fence ({@link LockRequest#fenced()}) and let the resource check it.
 */
public interface Locks {

  /**
   * Waits for the locks of a request, as the request says.
   *
   * @throws InterruptedException when the caller is interrupted while it waits; nothing is held
   *     then, and what a lost answer may have left in Redis is given back
   */
  LockOutcome acquire(LockRequest request) throws InterruptedException;
}
