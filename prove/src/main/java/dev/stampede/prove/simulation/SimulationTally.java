package dev.stampede.prove.simulation;

import dev.stampede.prove.simulation.world.SimulationOutcome;
import java.time.Duration;
import java.util.List;

/**
 * The result of many simulations of one part.
 *
 * @param runs the interleavings that were run, each from its own seed
 * @param steps the times that a task went on, in all of them
 * @param checks the times that an invariant was looked at
 * @param failed the number of runs in which one did not hold
 * @param failures the shortest of these, with their traces
 */
public record SimulationTally(
    SimulatedPart part,
    long runs,
    long steps,
    long checks,
    long failed,
    List<SimulationOutcome> failures,
    Duration took) {

  public SimulationTally {
    failures = List.copyOf(failures);
  }
}
