package dev.stampede.acceptance.storm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.server.Main;
import dev.stampede.server.config.Mode;
import dev.stampede.server.config.Settings;
import dev.stampede.server.config.SettingsSource;
import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.OwnKafka;
import dev.stampede.testkit.TestDatabase;
import dev.stampede.testkit.TestServices;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests where too many wait, where others write to the topic, and where Kafka goes away. */
final class RequestTroubleTest {

  private static final Duration LONG_ENOUGH = Duration.ofSeconds(60);
  private static final int LIMIT = 5;
  private static final Duration AT_ONCE = Duration.ofSeconds(1);

  /** A machine that stands still once does not do so at every one of these tries. */
  private static final int TRIES = 3;

  @TempDir Path folder;

  @Test
  void aBoundIsKeptForeignRecordsBlockNobodyAndWithoutKafkaTheSaleGoesOn() throws Exception {
    OwnKafka kafka = OwnKafka.start(folder.resolve("kafka"));
    try (TestDatabase database = TestServices.shared().freshDatabase()) {
      Map<String, String> environment =
          new HashMap<>(
              TwoServers.environment(database.url(), TestServices.shared().freshKeyPrefix()));
      environment.put("KAFKA_BOOTSTRAP_SERVERS", kafka.bootstrapServers());
      environment.put("KAFKA_TOPIC_PREFIX", "stampede.");
      environment.put("KAFKA_TOPIC_PARTITIONS", "1");
      environment.put("STAMPEDE_REQUEST_LAG_LIMIT", Integer.toString(LIMIT));
      try (Main server = Main.start(Settings.read(SettingsSource.of(environment), Mode.SERVE));
          LaterCalls calls = LaterCalls.to(server.port())) {
        calls.awaitOpen();
        String show = calls.calls().createShow(2, 20);
        calls.calls().order(ClaimRequest.topUp("ann", 10_000, "first"));

        writeNonsense(kafka.bootstrapServers());
        String behind = calls.later("ann", seat(show, 1));
        assertThat(calls.awaitOutcome("ann", behind).json().path("state").asString())
            .isEqualTo("done");
        Eventually.within(LONG_ENOUGH)
            .until(
                "what was skipped is counted",
                () -> calls.metric("stampede_requests_skipped_total") >= 3);
        assertThat(calls.metric("stampede_requests_skipped_total")).isEqualTo(3);

        tooMany(calls, database.url(), show);

        kafka.close();
        Eventually.within(LONG_ENOUGH)
            .until(
                "it is known that Kafka is away",
                () -> calls.async("ann", seat(show, 19)).status() == 503);
        Duration took = refusal(calls, show);
        for (int i = 1; i < TRIES && took.compareTo(AT_ONCE) >= 0; i++) {
          took = refusal(calls, show);
        }
        assertThat(took).isLessThan(AT_ONCE);
        assertThat(calls.post("ann", seat(show, 20)).status()).isEqualTo(201);
      }
    } finally {
      kafka.close();
    }
  }

  /** Asks, is refused, and says how long that took. */
  private static Duration refusal(LaterCalls calls, String show) throws Exception {
    long before = System.nanoTime();
    LaterCalls.Answer away = calls.async("ann", seat(show, 19));
    Duration took = Duration.ofNanos(System.nanoTime() - before);
    assertThat(away.problem()).isEqualTo("/problems/overloaded");
    assertThat(away.header("Retry-After")).isNotEmpty();
    return took;
  }

  private static String seat(String show, int number) {
    return "{\"showId\":\"%s\",\"seats\":[\"A-1-%d\"]}".formatted(show, number);
  }

  private static void writeNonsense(String bootstrap) throws Exception {
    try (KafkaProducer<String, byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrap),
            new StringSerializer(),
            new ByteArraySerializer())) {
      producer.send(new ProducerRecord<>("stampede.booking-requests", "1/A", null)).get();
      producer
          .send(new ProducerRecord<>("stampede.booking-requests", null, "{}".getBytes(UTF_8)))
          .get();
      ProducerRecord<String, byte[]> forged =
          new ProducerRecord<>(
              "stampede.booking-requests", "1/A", "{\"form\":1,\"buyer\":\"ann\"}".getBytes(UTF_8));
      forged.headers().add("stampede-seal", "1.bm90aGluZw.bm90aGluZw".getBytes(UTF_8));
      producer.send(forged).get();
    }
  }

  /** While nothing is decided, so many are accepted and not one more; all have an outcome later. */
  private static void tooMany(LaterCalls calls, String url, String show) throws Exception {
    Eventually.within(LONG_ENOUGH)
        .until("nothing waits", () -> calls.metric("stampede_requests_lag") == 0);
    List<String> accepted = new ArrayList<>();
    try (HeldOutcomes _ = HeldOutcomes.of(url)) {
      LaterCalls.Answer last = calls.async("ann", seat(show, 2));
      for (int i = 3; last.status() == 202 && i < 15; i++) {
        accepted.add(last.header("Location"));
        last = calls.async("ann", seat(show, i));
      }
      assertThat(last.status()).isEqualTo(503);
      assertThat(last.problem()).isEqualTo("/problems/overloaded");
      assertThat(last.header("Retry-After")).isNotEmpty();
      // A request that comes during a count is counted twice: there may be fewer, and never more.
      assertThat(accepted.size()).isBetween(1, LIMIT);
    }
    for (String operation : accepted) {
      assertThat(calls.awaitOutcome("ann", operation).json().path("state").asString())
          .isEqualTo("done");
    }
    Eventually.within(LONG_ENOUGH)
        .until("there is room again", () -> calls.async("ann", seat(show, 18)).status() == 202);
  }
}
