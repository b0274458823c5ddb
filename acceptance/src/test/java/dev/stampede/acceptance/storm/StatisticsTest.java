package dev.stampede.acceptance.storm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.TestServices;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests the statistics that two servers make of their sale's events, and that both then show. */
final class StatisticsTest {

  private static final Duration LONG_ENOUGH = Duration.ofSeconds(90);
  private static final String PARKED = "/api/v1/consumers/statistics/parked";

  @Test
  void salesAreCountedOnceAndAnUnreadableMessageIsParked() throws Exception {
    try (TwoServers servers = TwoServers.start()) {
      Calls one = servers.at(0);
      Calls two = servers.at(1);
      String show = one.createShow(4, 5);
      one.order(ClaimRequest.topUp("ann", 5_000, "top-up"));
      String given = one.hold(show, List.of("A-1-1"), "ann", "1").body().path("id").asString();
      one.release(given, "ann");
      one.order(ClaimRequest.buy("ann", show, "A-1-1", "2"));
      String cancelled = two.order(ClaimRequest.buy("ann", show, "A-1-2", "3")).id();
      two.order(ClaimRequest.cancel("ann", cancelled, "4"));

      // Each seat is told of in order; one seat may be told of to the end before another is.
      String all =
          """
          {"name":"A","seats":20,"held":1,"givenBack":1,"lapsed":0,"cancelled":1,"sold":2,\
          "revenue":50}""";
      for (Calls server : List.of(one, two)) {
        var _ = section(server, show, told -> told.toString().equals(all));
      }
      assertThat(look(one, show).at("/told/ageSeconds").asDouble(99)).isLessThan(30);

      moth(servers.keyPrefix(), "moth");
      one.order(ClaimRequest.buy("ann", show, "A-2-1", "5"));
      one.order(ClaimRequest.buy("ann", show, "A-2-2", "6"));

      JsonNode section = section(two, show, told -> told.path("sold").asInt() == 4);
      assertThat(section.path("revenue").asLong()).isEqualTo(150);
      JsonNode parked = parked(two, 1);
      assertThat(parked.path("key").asString()).isEqualTo("moth");
      assertThat(parked.path("reason").asString()).isEqualTo("undecodable");
      String first = PARKED + "/" + parked.path("id").asString();
      assertThat(one.post(first + "/retry", "", "operator").problem())
          .isEqualTo("/problems/still-parked");

      assertThat(one.post(first + "/drop", "", "operator").status()).isEqualTo(200);

      assertThat(two.get(PARKED, "operator").body().path("items").size()).isZero();
    }
  }

  private static JsonNode look(Calls server, String show) throws InterruptedException {
    return server.get("/api/v1/shows/" + show + "/sale", "operator").body();
  }

  private static JsonNode section(Calls server, String show, Predicate<JsonNode> awaited) {
    return Eventually.within(LONG_ENOUGH)
        .until("it was told", () -> look(server, show).at("/told/sections/0"), awaited);
  }

  private static JsonNode parked(Calls server, int messages) {
    return Eventually.within(LONG_ENOUGH)
        .until(
            "a key is parked",
            () -> server.get(PARKED, "operator").body().path("items").path(0),
            key -> key.path("messages").asInt() == messages);
  }

  /** Something that is no event, where events of bookings are. */
  private static void moth(String keyPrefix, String key) throws Exception {
    try (KafkaProducer<String, byte[]> producer =
        new KafkaProducer<>(
            Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                TestServices.shared().kafkaBootstrapServers()),
            new StringSerializer(),
            new ByteArraySerializer())) {
      String topic = keyPrefix.replace(':', '.') + "booking-events";
      producer
          .send(new ProducerRecord<>(topic, key, "moth".getBytes(UTF_8)))
          .get(30, TimeUnit.SECONDS);
    }
  }
}
