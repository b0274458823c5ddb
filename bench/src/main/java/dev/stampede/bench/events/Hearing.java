package dev.stampede.bench.events;

import dev.stampede.bench.turns.Nanos;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import tools.jackson.databind.json.JsonMapper;

/**
 * A consumer that notes how long ago it was decided what it hears. The decision comes before its
 * commit, so that this is a little more than what is asked for; both clocks are this machine's.
 */
final class Hearing implements AutoCloseable {

  private static final Duration READY_WITHIN = Duration.ofSeconds(30);

  /** The first events are heard by code that has never run. */
  private static final Duration WARM_UP = Duration.ofSeconds(1);

  private static final Duration QUIET = Duration.ofMillis(500);
  private static final JsonMapper JSON = JsonMapper.shared();

  private final KafkaConsumer<String, String> consumer;
  private final CompletableFuture<Nanos> heard = new CompletableFuture<>();
  private final CountDownLatch ready = new CountDownLatch(1);
  private volatile boolean ending;

  private Hearing(KafkaConsumer<String, String> consumer) {
    this.consumer = consumer;
  }

  /** Hears what is committed from now on. */
  static Hearing begin(String bootstrapServers, String topic) throws InterruptedException {
    Map<String, Object> config =
        Map.of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
            bootstrapServers,
            ConsumerConfig.ISOLATION_LEVEL_CONFIG,
            "read_committed");
    Hearing hearing =
        new Hearing(
            new KafkaConsumer<>(config, new StringDeserializer(), new StringDeserializer()));
    Thread.ofPlatform().daemon().name("hearing").start(() -> hearing.hear(topic));
    if (!hearing.ready.await(READY_WITHIN.toSeconds(), TimeUnit.SECONDS)) {
      throw new IllegalStateException("no consumer of " + topic + " within " + READY_WITHIN);
    }
    return hearing;
  }

  private void hear(String topic) {
    Nanos nanos = new Nanos();
    try (consumer) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(each -> new TopicPartition(topic, each.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToEnd(partitions);
      partitions.forEach(consumer::position);
      ready.countDown();
      Instant warm = Instant.now().plus(WARM_UP);
      boolean quiet = false;
      while (!ending || !quiet) {
        var records = consumer.poll(QUIET);
        Instant now = Instant.now();
        for (ConsumerRecord<String, String> record : records) {
          Instant at = Instant.parse(JSON.readTree(record.value()).required("at").asString());
          if (at.isAfter(warm)) {
            nanos.add(Duration.between(at, now).toNanos());
          }
        }
        quiet = records.isEmpty();
      }
      heard.complete(nanos);
    } catch (RuntimeException e) {
      heard.completeExceptionally(e);
    }
  }

  /** Returns the delays of the events that were heard, once nothing more comes. */
  Nanos end() throws Exception {
    ending = true;
    return heard.get(READY_WITHIN.toSeconds(), TimeUnit.SECONDS);
  }

  @Override
  public void close() {
    ending = true;
  }
}
