package dev.stampede.prove.fault;

import dev.stampede.prove.site.ProveSite;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/** Faults of Kafka: its brokers, its groups, and records that nobody can read. */
final class KafkaFaults {

  /** The key of each record that is no event begins so; a consumer parks these keys. */
  static final String POISON = "poison-";

  private static final List<String> CONSUMED = List.of("booking-events", "booking-requests");
  private static final int MOST_POISONED = 12;
  private static final int SENT_WITHIN_SECONDS = 20;

  private KafkaFaults() {}

  static List<FaultKind> kinds() {
    return List.of(
        broker(
            "kafka-kill",
            "kills a broker with -9 and starts it again",
            Length.millis(0, 6_000),
            scene -> scene.broker().kill(),
            scene -> scene.broker().startAgain()),
        broker(
            "kafka-restart",
            "stops a broker with SIGTERM and starts it again",
            Length.millis(0, 1_000),
            scene -> scene.broker().stop(),
            scene -> scene.broker().startAgain()),
        broker(
            "kafka-freeze",
            "stops a broker with SIGSTOP, and continues it",
            Length.millis(500, 10_000),
            scene -> scene.broker().freeze(),
            scene -> scene.broker().thaw()),
        new FaultKind(
            "kafka-rebalance-storm",
            "has a stranger join and leave the groups of the servers again and again",
            Length.millis(2_000, 8_000),
            Frequency.SELDOM,
            FaultScope.service(PartClaim.KAFKA, 1),
            scene -> Optional.of(RebalanceStorm.in(scene.site())::close)),
        new FaultKind(
            "kafka-poison",
            "writes a record that is no JSON into a topic that the servers read",
            Length.STEP,
            Frequency.atMost(MOST_POISONED),
            FaultScope.service(PartClaim.KAFKA, 1),
            Injection.step(KafkaFaults::poison)));
  }

  private static FaultKind broker(
      String label, String story, Length length, Injection.Deed harm, Injection.Deed repair) {
    return new FaultKind(
        label, story, length, Frequency.SELDOM, FaultScope.broker(), Injection.of(harm, repair));
  }

  private static void poison(FaultScene scene)
      throws ExecutionException, InterruptedException, TimeoutException {
    ProveSite site = scene.site();
    String topic = CONSUMED.get(scene.random().nextInt(CONSUMED.size()));
    String key = POISON + Long.toHexString(scene.random().nextLong());
    scene.note("%s in %s".formatted(key, topic));
    Map<String, Object> config = Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, site.kafka());
    try (KafkaProducer<String, String> producer =
        new KafkaProducer<>(config, new StringSerializer(), new StringSerializer())) {
      var _ =
          producer
              .send(new ProducerRecord<>(site.topic(topic), key, "this is no event"))
              .get(SENT_WITHIN_SECONDS, TimeUnit.SECONDS);
    }
  }
}
