package dev.stampede.prove.simulation;

import dev.stampede.prove.simulation.loading.Patch;
import dev.stampede.prove.simulation.loading.SimulationLoader;
import dev.stampede.prove.simulation.world.SimulatedScenario;
import dev.stampede.prove.simulation.world.SimulationOutcome;
import dev.stampede.prove.simulation.world.World;
import java.lang.reflect.Constructor;

/** One scenario, which a seed turns into one run of its part of the product. */
public final class Simulation {

  private final String name;
  private final Constructor<? extends SimulatedScenario> scenario;

  private Simulation(String name, Constructor<? extends SimulatedScenario> scenario) {
    this.name = name;
    this.scenario = scenario;
  }

  /**
   * A simulation of a scenario.
   *
   * @param className of a {@link SimulatedScenario}; it is loaded once more, with simulated threads
   */
  public static Simulation of(String className) {
    return of(className, Patch.NONE);
  }

  /** The same of a product with a bug in it. */
  public static Simulation of(String className, Patch patch) {
    try {
      Class<? extends SimulatedScenario> type =
          new SimulationLoader(Simulation.class.getClassLoader(), patch)
              .loadClass(className)
              .asSubclass(SimulatedScenario.class);
      return new Simulation(type.getSimpleName(), type.getDeclaredConstructor());
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(
          className + " is no scenario with a constructor without parameters", e);
    }
  }

  public String name() {
    return name;
  }

  /** Runs it, without a trace. */
  public SimulationOutcome run(long seed) {
    return run(seed, false);
  }

  /** Runs it once more, with a trace. */
  public SimulationOutcome replay(long seed) {
    return run(seed, true);
  }

  private SimulationOutcome run(long seed, boolean tracing) {
    World world = new World(seed, tracing);
    SimulatedScenario one = made();
    return world.run(
        name,
        world.start(
            world.node("scenario"),
            "main",
            () -> {
              try {
                one.run(world);
              } catch (InterruptedException e) {
                throw new IllegalStateException("the main task was interrupted", e);
              }
            }),
        one.longest());
  }

  private SimulatedScenario made() {
    try {
      return scenario.newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(name + " could not be made", e);
    }
  }
}
