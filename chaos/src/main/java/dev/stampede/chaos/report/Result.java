package dev.stampede.chaos.report;

import dev.stampede.chaos.fault.Experiment;
import dev.stampede.chaos.judge.Finding;
import java.time.Duration;
import java.util.List;

/**
 * One experiment, done.
 *
 * @param health what the servers said of themselves, and when
 */
public record Result(
    Experiment experiment,
    Setting setting,
    Figures figures,
    List<String> health,
    List<Finding> findings) {

  /**
   * How it was done.
   *
   * @param lasted how long the fault did
   * @param note what else there is to say
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
