package dev.stampede.kafka;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stampede.testkit.TestServices;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class KafkaClusterTest {

  @Test
  void runningBrokersAnswer() {
    try (KafkaCluster kafka =
        KafkaCluster.of(
            new KafkaSettings(List.of(TestServices.shared().kafkaBootstrapServers())))) {
      assertThatCode(() -> kafka.ping(Duration.ofSeconds(30))).doesNotThrowAnyException();
    }
  }

  @Test
  void brokersThatAreAwayAreNoticedInTimeAndDoNotStopAStart() {
    try (KafkaCluster kafka = KafkaCluster.of(new KafkaSettings(List.of("127.0.0.1:1")))) {
      assertThatThrownBy(() -> kafka.ping(Duration.ofMillis(500))).isInstanceOf(Exception.class);
    }
  }

  @Test
  void anAddressWithoutAPortIsRefused() {
    assertThatThrownBy(() -> new KafkaSettings(List.of("broker")))
        .hasMessageContaining("give host:port");
    assertThatThrownBy(() -> new KafkaSettings(List.of())).hasMessageContaining("give host:port");
  }
}
