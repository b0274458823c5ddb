package dev.stampede.prove.simulation.world;

import java.time.Duration;

/**
 * A part of the product in a world, and what it promises there. An implementation has a public
 * constructor without parameters, and is loaded together with the product's simulated classes.
 */
public interface SimulatedScenario {

  /** Builds the part, uses and troubles it, and checks its promises; on the world's main task. */
  void run(World world) throws InterruptedException;

  /** The simulated time within which that has an end, whatever happens. */
  default Duration longest() {
    return Duration.ofMinutes(10);
  }
}
