package dev.stampede.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.consumer.ConsumerAdmin;
import dev.stampede.consumer.ReaderLag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ConsumerMetersTest {

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final ConsumerMeters meters = new ConsumerMeters(registry, "statistics");

  @Test
  void theySayHowFarBehindItIsAndWhatWaitsForAPerson() {
    meters.lag(new ReaderLag(17, Duration.ofMillis(2_500), 4));
    meters.see(new ConsumerAdmin.Figures(2, 9, Optional.empty()));

    assertThat(gauge("lag")).isEqualTo(17);
    assertThat(gauge("lag.seconds")).isEqualTo(2.5);
    assertThat(gauge("partitions")).isEqualTo(4);
    assertThat(gauge("parked.keys")).isEqualTo(2);
    assertThat(gauge("parked.messages")).isEqualTo(9);
  }

  @Test
  void theyCountWhatHappens() {
    meters.handled(5);
    meters.repeated(2);
    meters.swapped("t", "k");
    meters.stopped("t", 0);
    meters.failed(new IllegalStateException());

    assertThat(count("handled")).isEqualTo(5);
    assertThat(count("repeats")).isEqualTo(2);
    assertThat(count("swaps")).isEqualTo(1);
    assertThat(count("stops")).isEqualTo(1);
    assertThat(count("failures")).isEqualTo(1);
    assertThat(count("gaps")).isZero();
  }

  private double gauge(String name) {
    return registry.get("stampede.consumer." + name).tag("consumer", "statistics").gauge().value();
  }

  private double count(String name) {
    return registry
        .get("stampede.consumer." + name)
        .tag("consumer", "statistics")
        .counter()
        .count();
  }
}
