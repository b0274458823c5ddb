package dev.stampede.server.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;

/**
 * Measures how long claims that have a transaction each took to lock their rows. From outside,
 * claims that wait cannot be told from those that do not, so all of them are included: without
 * contention it is one round trip.
 */
public final class RowLockMeter {

  private final Timer locked;

  public RowLockMeter(MeterRegistry registry) {
    this.locked = LaneMeters.lockWait(registry, "per-request");
  }

  public void lockedAfter(Duration took) {
    locked.record(took);
  }
}
