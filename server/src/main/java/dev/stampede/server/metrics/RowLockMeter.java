package dev.stampede.server.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;

/**
 * How long claims that have a transaction each took to lock their rows. Who waits and who does not
 * cannot be told apart from outside, so all of them are in it: without others it is one round trip.
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
