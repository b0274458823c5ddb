package dev.stampede.lab.contest;

import dev.stampede.lab.plan.Plan;

/**
 * A plan that is to be run.
 *
 * @param repeat which of several runs of the same plan, from 1
 * @param swept the value of the setting that is swept; empty where none is
 */
public record PlannedRun(Plan plan, int repeat, String swept) {

  /** Its way, and what tells it from others of the same way. */
  public String name() {
    return plan.name()
        + (swept.isEmpty() ? "" : " (" + swept + ")")
        + (repeat > 1 ? " #" + repeat : "");
  }
}
