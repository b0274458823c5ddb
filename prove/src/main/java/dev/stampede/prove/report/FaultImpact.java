package dev.stampede.prove.report;

import java.util.OptionalLong;

/**
 * The effect of the faults of one kind on the clients. Several faults are active at a time, so it
 * includes the effects of others; the averages over many faults tell the kinds apart.
 *
 * @param kind the kind's label
 * @param injected how many there were
 * @param meanMicros how long one lasted on average; 0 for a single cut or step
 * @param goodput averages over the faults
 * @param noticed how many were followed by a failed call
 * @param noticedMedianMicros half of those were noticed no later after they began
 * @param recovered how many were followed by a second in which goodput was back
 * @param recoveredMedianMicros half of those were over no later after their repair
 * @param recoveredWorstMicros the longest of these times
 */
public record FaultImpact(
    String kind,
    int injected,
    long meanMicros,
    Goodput goodput,
    int noticed,
    OptionalLong noticedMedianMicros,
    int recovered,
    OptionalLong recoveredMedianMicros,
    OptionalLong recoveredWorstMicros) {

  /** Acknowledged changes per second. */
  public record Goodput(double before, double during, double after) {}
}
