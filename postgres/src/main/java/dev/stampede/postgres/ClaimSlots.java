package dev.stampede.postgres;

import dev.stampede.engine.deadline.Deadline;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * How many claims may have a connection of the pool at once where each needs its own: all but a
 * few, which are for those who read and for the work behind the counter. A crowd that comes for
 * seats does not take the page away from everybody else.
 */
final class ClaimSlots {

  /** The job queue listens on one; one reads, one works. */
  static final int SPARED = 3;

  /** So many may wait for a slot; one more hears at once that too many ask. */
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

  /** Takes one, first come first served, within the caller's deadline; then it is given back. */
  boolean take() {
    if (free.getQueueLength() >= MAX_WAITING) {
      return false;
    }
    try {
      return free.tryAcquire(Deadline.left(Database.POOL_WAIT).toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  void giveBack() {
    free.release();
  }
}
