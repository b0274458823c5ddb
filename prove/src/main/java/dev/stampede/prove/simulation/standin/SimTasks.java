package dev.stampede.prove.simulation.standin;

import dev.stampede.prove.simulation.world.SimulatedTask;
import org.jspecify.annotations.Nullable;

/** The points at which another task may go on; calls to these are added to simulated code. */
public final class SimTasks {

  private SimTasks() {}

  static SimulatedTask here() {
    SimulatedTask task = SimulatedTask.current();
    if (task == null) {
      throw new IllegalStateException("simulated code waits outside of a simulation");
    }
    return task;
  }

  /** Before each access that other threads can see. */
  public static void point() {
    SimulatedTask task = SimulatedTask.current();
    if (task != null) {
      task.point();
    }
  }

  /**
   * At the beginning of a static initialiser, which runs once however many simulations there are.
   */
  public static void beginQuiet() {
    @Nullable SimulatedTask task = SimulatedTask.current();
    if (task != null) {
      task.beginQuiet();
    }
  }

  public static void endQuiet() {
    @Nullable SimulatedTask task = SimulatedTask.current();
    if (task != null) {
      task.endQuiet();
    }
  }
}
