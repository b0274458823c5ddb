package dev.stampede.server;

import dev.stampede.postgres.Database;
import dev.stampede.postgres.DatabaseTimeouts;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * The meters of the pool's use, and of how often the database took too long. The registry does not
 * keep what a meter reads; the server keeps the database.
 */
final class DatabaseMeters {

  private DatabaseMeters() {}

  static void bind(MeterRegistry registry, Database database) {
    pool(registry, database, "active", use -> use.active());
    pool(registry, database, "idle", use -> use.idle());
    pool(registry, database, "waiting", use -> use.waiting());
    pool(registry, database, "most", use -> use.most());
    for (DatabaseTimeouts.Kind kind : DatabaseTimeouts.Kind.values()) {
      FunctionCounter.builder(
              "stampede.database.timeouts", database.timeouts(), seen -> seen.count(kind))
          .description("Claims' transactions that took too long, by the limit they exceeded")
          .tag("kind", kind.name().toLowerCase(Locale.ROOT))
          .register(registry);
    }
  }

  private static void pool(
      MeterRegistry registry,
      Database database,
      String state,
      ToDoubleFunction<Database.PoolUse> count) {
    Gauge.builder("stampede.database.pool", database, seen -> count.applyAsDouble(seen.poolUse()))
        .description("The pool: connections in use, idle, at most; and threads that wait")
        .tag("state", state)
        .register(registry);
  }
}
