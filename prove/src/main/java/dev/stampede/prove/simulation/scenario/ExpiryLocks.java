package dev.stampede.prove.simulation.scenario;

import dev.stampede.prove.simulation.world.World;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** The row locks of one transaction. */
final class ExpiryLocks {

  private final World world;
  private final ExpiryStore store;
  private final List<ReentrantLock> taken = new ArrayList<>();
  private final Set<Object> rows = new HashSet<>();

  ExpiryLocks(World world, ExpiryStore store) {
    this.world = world;
    this.store = store;
  }

  /**
   * Locks rows one after the other.
   *
   * @param waitMillis how long to wait for one; 0 to go on without it
   * @return true if it has all of them; one that was waited for in vain ends it
   */
  boolean take(List<Object> wanted, int waitMillis) throws InterruptedException {
    boolean all = true;
    for (Object row : wanted) {
      ReentrantLock lock = store.lock(row);
      if (waitMillis == 0 ? lock.tryLock() : lock.tryLock(waitMillis, TimeUnit.MILLISECONDS)) {
        taken.add(lock);
        rows.add(row);
      } else if (waitMillis > 0) {
        return false;
      } else {
        all = false;
      }
      if (world.dice().chance(100)) {
        TimeUnit.MICROSECONDS.sleep(world.dice().between(1, 1_000));
      }
    }
    return all;
  }

  boolean has(Object row) {
    return rows.contains(row);
  }

  void release() {
    taken.forEach(ReentrantLock::unlock);
    taken.clear();
  }
}
