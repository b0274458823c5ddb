package dev.stampede.chaos.report;

import dev.stampede.chaos.fault.Experiment;
import dev.stampede.chaos.judge.Finding;
import java.time.Duration;
import java.util.List;

/**
 * One experiment, done.
 *
 * @param health the health that the servers reported, and when
 */
public record Result(
    Experiment experiment,
    Setting setting,
    ExperimentFigures figures,
    List<String> health,
    List<Finding> findings) {

  /**
   * The setting of an experiment.
   *
   * @param lasted how long the fault lasted
   * @param note further remarks
   */
  public record Setting(int clients, Duration lasted, String note) {}

  public Result {
    health = List.copyOf(health);
    findings = List.copyOf(findings);
  }

  public boolean holds() {
    return findings.stream().allMatch(Finding::holds);
  }
}
