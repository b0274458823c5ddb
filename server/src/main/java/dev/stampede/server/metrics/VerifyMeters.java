package dev.stampede.server.metrics;

import dev.stampede.engine.verify.DriftStore;
import dev.stampede.engine.verify.Part;
import dev.stampede.engine.verify.Patrol;
import dev.stampede.engine.verify.Slice;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** The meters of the patrol: how much it compares, what that costs, and the drift that is known. */
public final class VerifyMeters implements Patrol.Listener {

  private final Map<Part, Meters> parts = new EnumMap<>(Part.class);
  private volatile DriftStore.KnownDrifts known = DriftStore.KnownDrifts.NONE;

  private record Meters(Counter rows, Counter failures, Timer took) {}

  public VerifyMeters(MeterRegistry registry) {
    for (Part part : Part.values()) {
      parts.put(part, meters(registry, part));
    }
    Gauge.builder("stampede.drift.rows", this, self -> self.known.rows())
        .description("Places that are known not to agree, of all servers; not 0: call somebody")
        .register(registry);
  }

  private static Meters meters(MeterRegistry registry, Part part) {
    return new Meters(
        Counter.builder("stampede.verify.rows")
            .description("Rows that this process has compared")
            .tag("part", part.label())
            .register(registry),
        Counter.builder("stampede.verify.failures")
            .description("Slices that could not be compared and were tried again")
            .tag("part", part.label())
            .register(registry),
        Timer.builder("stampede.verify.slice")
            .description("Time that the comparison of a slice took")
            .tag("part", part.label())
            .register(registry));
  }

  @Override
  public void looked(Part part, Slice slice, Duration took) {
    Meters meters = of(part);
    meters.rows().increment(slice.rows());
    meters.took().record(took);
  }

  @Override
  public void failed(Part part) {
    of(part).failures().increment();
  }

  private Meters of(Part part) {
    return Objects.requireNonNull(parts.get(part));
  }

  /** To be called now and then. */
  public void see(DriftStore.KnownDrifts now) {
    known = now;
  }

  public DriftStore.KnownDrifts known() {
    return known;
  }
}
