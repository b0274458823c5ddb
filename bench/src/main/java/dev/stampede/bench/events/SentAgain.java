package dev.stampede.bench.events;

import dev.stampede.bench.turns.Sample;
import dev.stampede.engine.events.EventRange;
import dev.stampede.kafka.KafkaSettings;
import dev.stampede.kafka.RelayProducer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * What the relay has sent, sent by as many producers with its settings, in transactions as large as
 * its own: all that is left out is to read, to write JSON and to delete.
 */
final class SentAgain implements AutoCloseable {

  private static final int BATCH = 2_000;

  private final KafkaSettings kafka;
  private final List<Producer<String, byte[]>> producers = new ArrayList<>();
  private List<ConsumerRecord<String, byte[]>> records = List.of();

  SentAgain(KafkaSettings kafka) {
    this.kafka = kafka;
    for (int number = 0; number < EventRange.COUNT; number++) {
      Producer<String, byte[]> producer = RelayProducer.open(kafka, "bench-bare-" + number);
      producers.add(producer);
      producer.initTransactions();
    }
  }

  Sample measure() throws Exception {
    if (records.isEmpty()) {
      records = read();
    }
    List<Future<?>> running = new ArrayList<>();
    long start = System.nanoTime();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int number = 0; number < producers.size(); number++) {
        int own = number;
        running.add(threads.submit(() -> send(own)));
      }
    }
    for (Future<?> each : running) {
      each.get();
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    return new Sample(
        records.size() / seconds,
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        "%d events of the same bytes, transactions of %d".formatted(records.size(), BATCH));
  }

  /** Every so-manieth record, as a range has. */
  private void send(int own) {
    Producer<String, byte[]> producer = producers.get(own);
    int inTransaction = 0;
    for (int i = own; i < records.size(); i += producers.size()) {
      if (inTransaction == 0) {
        producer.beginTransaction();
      }
      ConsumerRecord<String, byte[]> record = records.get(i);
      var _ =
          producer.send(
              new ProducerRecord<>(kafka.topics().seatEvents(), record.key(), record.value()));
      inTransaction++;
      if (inTransaction == BATCH) {
        producer.commitTransaction();
        inTransaction = 0;
      }
    }
    if (inTransaction > 0) {
      producer.commitTransaction();
    }
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
    producers.forEach(producer -> producer.close(Duration.ofSeconds(1)));
  }
}
