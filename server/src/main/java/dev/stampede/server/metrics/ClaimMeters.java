package dev.stampede.server.metrics;

import dev.stampede.engine.claim.ClaimListener;
import dev.stampede.engine.show.ShowId;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** Counts how far claims of named seats come; the rate of failed Redis locks is among it. */
public final class ClaimMeters implements ClaimListener {

  private final Counter knowledge;
  private final Counter refused;
  private final Counter despite;
  private final Counter passed;
  private final Counter skipped;
  private final Counter shed;

  public ClaimMeters(MeterRegistry registry) {
    this.knowledge = counter(registry, "memory", "refused");
    this.refused = counter(registry, "redis", "refused");
    this.despite = counter(registry, "redis", "doubted");
    this.passed = counter(registry, "redis", "passed");
    this.skipped = counter(registry, "redis", "skipped");
    this.shed = counter(registry, "redis", "shed");
  }

  @Override
  public void heard(ShowId show, Step step) {
    Counter counter =
        switch (step) {
          case REFUSED_BY_KNOWLEDGE -> knowledge;
          case REFUSED_BY_GATE -> refused;
          case TRIED_DESPITE_GATE -> despite;
          case PASSED_BY_GATE -> passed;
          case GATE_SKIPPED -> skipped;
          case NO_ROOM_WITHOUT_GATE -> shed;
        };
    counter.increment();
  }

  private static Counter counter(MeterRegistry registry, String layer, String verdict) {
    return Counter.builder("stampede.claim.layer")
        .description("Claims by the verdict of the layers before the database")
        .tag("layer", layer)
        .tag("verdict", verdict)
        .register(registry);
  }
}
