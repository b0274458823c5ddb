package dev.stampede.prove.fault;

import java.time.Duration;
import java.util.List;

/**
 * The faults of a run.
 *
 * @param time of the run; its first and last seconds are without faults
 * @param kinds those that the site does not allow are left out
 * @param apart the time from one fault to the next, on average
 */
public record FaultPlan(Duration time, List<FaultKind> kinds, Duration apart) {

  public FaultPlan {
    kinds = List.copyOf(kinds);
  }

  /** The same intervals, with other kinds and for another time. */
  public FaultPlan with(List<FaultKind> others, Duration otherTime) {
    return new FaultPlan(otherTime, others, apart);
  }
}
