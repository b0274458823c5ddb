package dev.stampede.prove.simulation;

import dev.stampede.prove.simulation.loading.Patch;
import java.util.Locale;

/** A part of the product that is simulated. */
public enum SimulatedPart {
  /** Group commit: callers, their queue, and the writer. */
  LANE("LaneScenario", 40),
  /** Locks in Redis: callers that wait, hand on, hold too long. */
  LOCKS("LockScenario", 15),
  /** Holds that end while others want their seats. */
  EXPIRY("ExpiryScenario", 20),
  /** Events on their way from the outbox to Kafka. */
  RELAY("RelayScenario", 18),
  /** The waiting line, through losses of Redis. */
  LINE("LineScenario", 7);

  private static final String PACKAGE = "dev.stampede.prove.simulation.scenario.";

  private static final int PERCENT = 100;

  private final String scenario;
  private final int percent;

  SimulatedPart(String scenario, int percent) {
    this.scenario = scenario;
    this.percent = percent;
  }

  /** Its part of so many interleavings of all parts: the dearer one is, the fewer. */
  public long partOf(long total) {
    return total * percent / PERCENT;
  }

  /** A simulation of it; the first run of each takes a moment to load the classes once more. */
  public Simulation simulation() {
    return simulation(Patch.NONE);
  }

  /** The same of a product with a bug in it. */
  Simulation simulation(Patch patch) {
    return Simulation.of(PACKAGE + scenario, patch);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
