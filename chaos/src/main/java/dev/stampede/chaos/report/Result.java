package dev.stampede.chaos.report;

import dev.stampede.chaos.fault.Experiment;
import dev.stampede.chaos.judge.Finding;
import java.time.Duration;
import java.util.List;

/**
 * One experiment, done.
 *
 * @param lasted how long the fault did
 * @param unsettled orders of which nobody knows what became, even by asking again
 */
public record Result(
    Experiment experiment,
    int clients,
    Duration lasted,
    Figures figures,
    int unsettled,
    List<Finding> findings) {

  public Result {
    findings = List.copyOf(findings);
  }

  public boolean holds() {
    return findings.stream().allMatch(Finding::holds);
  }
}
