package dev.stampede.server.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/** The meters of the pool's use, and of how often the database took too long. */
public final class DatabaseMeters {

  private DatabaseMeters() {}

  /**
   * Shows them.
   *
   * @param connections how many there are, by state
   * @param timeouts how many there were, by kind
   */
  public static void bind(
      MeterRegistry registry,
      Map<String, IntSupplier> connections,
      Map<String, LongSupplier> timeouts) {
    connections.forEach(
        (state, count) ->
            Gauge.builder("stampede.database.pool", count, IntSupplier::getAsInt)
                .description("The pool: connections in use, idle, at most; and threads that wait")
                .tag("state", state)
                .register(registry));
    timeouts.forEach(
        (kind, count) ->
            FunctionCounter.builder("stampede.database.timeouts", count, LongSupplier::getAsLong)
                .description("Claims' transactions that took too long, by the limit they exceeded")
                .tag("kind", kind)
                .register(registry));
  }
}
