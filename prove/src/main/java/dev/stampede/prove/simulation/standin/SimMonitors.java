package dev.stampede.prove.simulation.standin;

import dev.stampede.prove.simulation.world.SimulatedTask;
import java.util.IdentityHashMap;

/** Stands in for the monitors that {@code synchronized} enters. */
public final class SimMonitors {

  /** The monitors of one world that somebody is in. */
  private static final class Entered {
    private final IdentityHashMap<Object, SimReentrantLock> locks = new IdentityHashMap<>();
    private final IdentityHashMap<Object, Integer> users = new IdentityHashMap<>();
  }

  private SimMonitors() {}

  public static void enter(Object monitor) {
    SimulatedTask task = SimulatedTask.current();
    if (task != null) {
      Entered entered = task.world().part(Entered.class, Entered::new);
      entered.users.merge(monitor, 1, Integer::sum);
      entered.locks.computeIfAbsent(monitor, _ -> new SimReentrantLock()).lock();
    }
  }

  public static void exit(Object monitor) {
    SimulatedTask task = SimulatedTask.current();
    if (task != null) {
      Entered entered = task.world().part(Entered.class, Entered::new);
      SimReentrantLock lock = entered.locks.get(monitor);
      if (lock != null) {
        lock.unlock();
      }
      if (entered.users.merge(monitor, -1, Integer::sum) <= 0) {
        entered.users.remove(monitor);
        entered.locks.remove(monitor);
      }
    }
  }
}
