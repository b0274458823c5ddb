package dev.stampede.postgres.claim;

import dev.stampede.engine.deadline.RequestDeadline;
import dev.stampede.postgres.Database;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Limits the claims that may have a connection of the pool at once, where each needs its own. A few
 * connections are left for reads and background work. A crowd of claims does not take the pages
 * away from everybody else.
 */
final class ClaimSlots {

  /** The job queue listens on one; one reads, one works. */
  static final int SPARED = 3;

  /** The most claims that may wait for a slot; one more is refused at once. */
  static final int MAX_WAITING = 1_000;

  private final int slots;
  private final Semaphore free;

  ClaimSlots(int poolSize) {
    this.slots = Math.max(1, poolSize - SPARED);
    this.free = new Semaphore(slots, true);
  }

  int slots() {
    return slots;
  }

  /**
   * Takes a slot, first come first served, within the caller's deadline; a caller that gets one
   * gives it back.
   */
  boolean take() {
    if (free.getQueueLength() >= MAX_WAITING) {
      return false;
    }
    try {
      return free.tryAcquire(
          RequestDeadline.left(Database.POOL_WAIT).toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  void giveBack() {
    free.release();
  }
}
