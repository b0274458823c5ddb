package dev.stampede.prove.simulation.world;

import java.util.List;
import java.util.Optional;

/**
 * The result of one simulation.
 *
 * @param steps the number of times that a task went on
 * @param fingerprint of the order in which tasks went on, and when: the same for the same seed
 * @param checks the number of times that an invariant was looked at
 * @param trace what happened, a line each; empty unless asked for
 */
public record SimulationOutcome(
    String scenario,
    long seed,
    int steps,
    long fingerprint,
    long checks,
    Optional<BrokenPromise> violation,
    List<String> trace) {

  public SimulationOutcome {
    trace = List.copyOf(trace);
  }
}
