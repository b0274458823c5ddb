package dev.stampede.prove.report;

import dev.stampede.harness.RunEnvironment;
import dev.stampede.prove.history.RecordedFault;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The circumstances of a run.
 *
 * @param seed with which the run can be repeated
 * @param lasted from the start of the clients to the end of the check
 */
public record RunFacts(
    long seed,
    String topology,
    RunEnvironment environment,
    Duration lasted,
    RunMoments moments,
    List<RecordedFault> faults) {

  public RunFacts {
    faults = List.copyOf(faults);
  }

  /** Returns the number of faults of each kind. */
  Map<String, Integer> faultCounts() {
    Map<String, Integer> counts = new TreeMap<>();
    faults.forEach(fault -> counts.merge(fault.kind(), 1, Integer::sum));
    return counts;
  }
}
