package dev.stampede.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** The producer of the relay: large batches and short waits. */
public final class RelayProducer {

  /** Several times what a batch of the relay's weighs. */
  private static final int BUFFER_BYTES = 32 * 1024 * 1024;

  /** A batch of ours becomes a few of the producer's, not dozens. */
  private static final int BATCH_BYTES = 128 * 1024;

  /** Short, so that the relay notices soon that Kafka is away; the outbox keeps unsent events. */
  private static final Duration BLOCK = Duration.ofSeconds(5);

  private static final Duration REQUEST = Duration.ofSeconds(4);
  private static final Duration DELIVERY = Duration.ofSeconds(8);

  private static final Duration RECONNECT_AT_MOST_EVERY = Duration.ofSeconds(1);

  private RelayProducer() {}

  public static Producer<String, byte[]> open(KafkaSettings settings) {
    Map<String, Object> config = new HashMap<>();
    config.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, settings.joined());
    config.put(ProducerConfig.CLIENT_ID_CONFIG, settings.topics().prefix() + "relay");
    config.put(ProducerConfig.ACKS_CONFIG, "all");
    config.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    config.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
    config.put(ProducerConfig.BUFFER_MEMORY_CONFIG, (long) BUFFER_BYTES);
    config.put(ProducerConfig.BATCH_SIZE_CONFIG, BATCH_BYTES);
    // Batches are made by us, and leave when they are flushed.
    config.put(ProducerConfig.LINGER_MS_CONFIG, 50);
    config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, BLOCK.toMillis());
    config.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) REQUEST.toMillis());
    config.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, (int) DELIVERY.toMillis());
    config.put(ProducerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, RECONNECT_AT_MOST_EVERY.toMillis());
    config.put(ProducerConfig.ENABLE_METRICS_PUSH_CONFIG, false);
    return new KafkaProducer<>(config, new StringSerializer(), new ByteArraySerializer());
  }
}
