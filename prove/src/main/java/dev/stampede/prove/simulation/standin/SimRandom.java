package dev.stampede.prove.simulation.standin;

import dev.stampede.prove.simulation.world.SimulatedTask;
import java.util.random.RandomGenerator;

/** Stands in for {@link java.util.concurrent.ThreadLocalRandom}. */
public final class SimRandom implements RandomGenerator {

  private static final SimRandom ONE = new SimRandom();

  private SimRandom() {}

  public static SimRandom current() {
    return ONE;
  }

  @Override
  public long nextLong() {
    SimulatedTask task = SimulatedTask.current();
    return task == null ? 0 : task.world().dice().next();
  }
}
