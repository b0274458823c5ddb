package dev.stampede.chaos;

import dev.stampede.chaos.fault.Experiment;
import java.time.Duration;
import java.util.OptionalInt;

/**
 * The size of an experiment.
 *
 * @param seconds how long a fault lasts, if not as long as it usually does
 */
public record ExperimentSize(int clients, OptionalInt seconds) {

  public static final int USUAL_CLIENTS = 32;
  public static final int MOST_CLIENTS = 256;
  public static final int LEAST_SECONDS = 2;
  public static final int MOST_SECONDS = 120;

  private static final Duration LONGEST_CALM = Duration.ofSeconds(10);

  Duration fault(Experiment experiment) {
    return seconds.isPresent() ? Duration.ofSeconds(seconds.getAsInt()) : experiment.usually();
  }

  /** Before the fault, and at least so long after it. */
  Duration calm(Experiment experiment) {
    Duration fault = fault(experiment);
    return fault.compareTo(LONGEST_CALM) < 0 ? fault : LONGEST_CALM;
  }
}
