package dev.stampede.engine.alert;

import java.time.Duration;
import java.util.function.Supplier;

/**
 * Something to be alerted to.
 *
 * @param ofAll whether all servers see the same, so that one alert is enough for all
 * @param hysteresis how long it must be so before anybody is told
 * @param look at its figure; quick, for it is asked every second
 */
public record Rule(
    String name,
    Severity severity,
    boolean ofAll,
    Hysteresis hysteresis,
    Supplier<? extends Reading> look) {

  /**
   * A figure at its limit would fire and resolve with every look: it must be bad, and fine again,
   * for a while without a break.
   */
  public record Hysteresis(Duration fireAfter, Duration resolveAfter) {
    public Hysteresis {
      if (fireAfter.isNegative() || resolveAfter.isNegative()) {
        throw new IllegalArgumentException(
            "an alert fires after %s and resolves after %s; give 0 or more"
                .formatted(fireAfter, resolveAfter));
      }
    }
  }
}
