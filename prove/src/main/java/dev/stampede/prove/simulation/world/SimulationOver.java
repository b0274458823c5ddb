package dev.stampede.prove.simulation.world;

/** Ends a task whose world has ended, or whose node was killed, wherever it stands. */
public final class SimulationOver extends Error {

  private static final long serialVersionUID = 1L;

  SimulationOver() {
    super("the simulation is over", null, false, false);
  }
}
