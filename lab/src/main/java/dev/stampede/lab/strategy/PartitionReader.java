package dev.stampede.lab.strategy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * Reads one partition and hands over its requests one after the other. It notes nowhere how far it
 * came: topic, reader and buyers of a run live and end together.
 */
final class PartitionReader implements AutoCloseable {

  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration CLOSE_WITHIN = Duration.ofSeconds(5);

  private final KafkaConsumer<String, byte[]> consumer;
  private final Consumer<ClaimMessage> next;
  private final CountDownLatch reading = new CountDownLatch(1);
  private final Thread thread;
  private volatile boolean closed;

  private PartitionReader(
      KafkaConsumer<String, byte[]> consumer, int partition, Consumer<ClaimMessage> next) {
    this.consumer = consumer;
    this.next = next;
    this.thread =
        Thread.ofPlatform().daemon().name("lab-partition-" + partition).unstarted(this::run);
  }

  static PartitionReader start(
      String bootstrapServers, String topic, int partition, Consumer<ClaimMessage> next) {
    KafkaConsumer<String, byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", bootstrapServers, "auto.offset.reset", "earliest"),
            new StringDeserializer(),
            new ByteArrayDeserializer());
    consumer.assign(List.of(new TopicPartition(topic, partition)));
    PartitionReader reader = new PartitionReader(consumer, partition, next);
    reader.thread.start();
    return reader;
  }

  void awaitReading(Duration patience) throws InterruptedException, TimeoutException {
    if (!reading.await(patience.toNanos(), TimeUnit.NANOSECONDS)) {
      throw new TimeoutException(
          "%s did not begin within %s".formatted(thread.getName(), patience));
    }
  }

  private void run() {
    try {
      var _ = consumer.position(consumer.assignment().iterator().next());
      reading.countDown();
      while (!closed) {
        for (ConsumerRecord<String, byte[]> each : consumer.poll(POLL)) {
          next.accept(ClaimMessage.parse(each.value()));
        }
      }
    } catch (WakeupException e) {
      // Closing.
    } finally {
      consumer.close();
    }
  }

  @Override
  public void close() {
    closed = true;
    consumer.wakeup();
    try {
      thread.join(CLOSE_WITHIN);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
