package dev.stampede.server.metrics;

import dev.stampede.engine.alert.Alert;
import dev.stampede.engine.alert.Rule;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.function.Supplier;

/** The meters of this server's rules, for monitoring from outside. */
public final class AlertMeters {

  private final MeterRegistry registry;

  public AlertMeters(MeterRegistry registry) {
    this.registry = registry;
  }

  /** Shows which of the rules fire. */
  public void show(List<Rule> rules, Supplier<List<Alert>> firing) {
    for (Rule rule : rules) {
      Gauge.builder("stampede.alert.firing", () -> fires(rule, firing.get()) ? 1 : 0)
          .description("1 while the rule fires on this server, else 0")
          .tag("alert", rule.name())
          .tag("severity", rule.severity().label())
          .register(registry);
    }
  }

  private static boolean fires(Rule rule, List<Alert> firing) {
    return firing.stream().anyMatch(alert -> alert.name().equals(rule.name()));
  }
}
