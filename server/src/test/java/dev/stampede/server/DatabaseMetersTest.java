package dev.stampede.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.postgres.Database;
import dev.stampede.postgres.DatabaseUrl;
import dev.stampede.postgres.PostgresSettings;
import dev.stampede.testkit.TestDatabase;
import dev.stampede.testkit.TestServices;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.ref.WeakReference;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class DatabaseMetersTest {

  /** They read NaN after the first collection: the registry keeps nothing that a meter reads. */
  @Test
  void theMetersOutliveACollection() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    try (TestDatabase data = TestServices.shared().freshDatabase();
        Database database =
            Database.open(
                new PostgresSettings(DatabaseUrl.parse(data.url()), 3, Duration.ofSeconds(10)))) {
      DatabaseMeters.bind(registry, database);
      collect();

      assertThat(registry.get("stampede.database.pool").tag("state", "most").gauge().value())
          .isEqualTo(3);
      assertThat(registry.getMeters())
          .hasSize(8)
          .allSatisfy(meter -> assertThat(value(meter)).isNotNaN());
    }
  }

  private static double value(Meter meter) {
    return meter.measure().iterator().next().getValue();
  }

  private static void collect() {
    WeakReference<Object> gone = new WeakReference<>(new Object());
    while (gone.get() != null) {
      System.gc();
    }
  }
}
