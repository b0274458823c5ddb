package dev.stampede.prove.simulation.standin;

import dev.stampede.prove.simulation.world.SimulatedTask;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Stands in for {@link LockSupport}. */
public final class SimLockSupport {

  private SimLockSupport() {}

  public static void park() {
    park(SimLockSupport.class);
  }

  public static void park(Object blocker) {
    SimulatedTask task = SimTasks.here();
    task.point();
    task.park(blocker);
  }

  public static void parkNanos(long nanos) {
    parkNanos(SimLockSupport.class, nanos);
  }

  public static void parkNanos(Object blocker, long nanos) {
    SimulatedTask task = SimTasks.here();
    task.point();
    task.park(blocker, nanos);
  }

  public static void unpark(@Nullable Thread thread) {
    LockSupport.unpark(thread);
  }
}
