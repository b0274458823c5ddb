package dev.stampede.bench.events;

import dev.stampede.bench.turns.CaseSample;
import dev.stampede.kafka.KafkaSettings;
import dev.stampede.kafka.RelayProducer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * Sends the relay's records again, by a producer with its settings, in batches as large as its own
 * may be: it leaves out only to read, to write JSON and to delete.
 */
final class SentAgain implements AutoCloseable {

  private static final int BATCH = 8_000;

  private final KafkaSettings kafka;
  private final Producer<String, byte[]> producer;
  private List<ConsumerRecord<String, byte[]>> records = List.of();

  SentAgain(KafkaSettings kafka) {
    this.kafka = kafka;
    this.producer = RelayProducer.open(kafka);
  }

  CaseSample measure() {
    if (records.isEmpty()) {
      records = read();
    }
    long start = System.nanoTime();
    for (int i = 0; i < records.size(); i++) {
      ConsumerRecord<String, byte[]> record = records.get(i);
      var _ =
          producer.send(
              new ProducerRecord<>(kafka.topics().seatEvents(), record.key(), record.value()));
      if (i % BATCH == BATCH - 1) {
        producer.flush();
      }
    }
    producer.flush();
    double seconds = (System.nanoTime() - start) / 1e9;
    return new CaseSample(
        records.size() / seconds,
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        "%d events of the same bytes, batches of %d".formatted(records.size(), BATCH));
  }

  private List<ConsumerRecord<String, byte[]>> read() {
    Map<String, Object> config =
        Map.of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
            String.join(",", kafka.bootstrapServers()),
            ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
            "earliest");
    String topic = kafka.topics().seatEvents();
    List<ConsumerRecord<String, byte[]>> found = new ArrayList<>();
    try (KafkaConsumer<String, byte[]> consumer =
        new KafkaConsumer<>(config, new StringDeserializer(), new ByteArrayDeserializer())) {
      consumer.assign(
          consumer.partitionsFor(topic).stream()
              .map(each -> new TopicPartition(topic, each.partition()))
              .toList());
      Map<TopicPartition, Long> ends = consumer.endOffsets(consumer.assignment());
      while (ends.entrySet().stream()
          .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
        consumer.poll(Duration.ofMillis(200)).forEach(found::add);
      }
    }
    return found;
  }

  @Override
  public void close() {
    producer.close(Duration.ofSeconds(1));
  }
}
