package dev.stampede.kafka.requests;

import dev.stampede.kafka.KafkaSettings;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * The consumer of one server: quick to notice who is gone, from the beginning where it knows none.
 */
final class IntakeConsumer {

  /** The most records that one partition decides at once; a few of these fill a group. */
  private static final int RECORDS_AT_ONCE = 256;

  /** After this a dead server's partitions are another's; nothing but speed depends on it. */
  private static final Duration SESSION = Duration.ofSeconds(6);

  private static final Duration HEARTBEAT = Duration.ofSeconds(2);

  /** Within this a new partition is found. */
  private static final Duration METADATA = Duration.ofSeconds(30);

  private static final Duration FETCH_WAIT = Duration.ofSeconds(1);

  /** A broker that says nothing for so long is connected to anew. */
  private static final Duration REQUEST = Duration.ofSeconds(10);

  private static final Duration API = Duration.ofSeconds(5);
  private static final Duration RECONNECT_AT_MOST_EVERY = Duration.ofSeconds(1);

  private IntakeConsumer() {}

  static Consumer<String, byte[]> open(KafkaSettings settings, String group) {
    Map<String, Object> config = new HashMap<>();
    config.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, settings.joined());
    config.put(ConsumerConfig.CLIENT_ID_CONFIG, "stampede-request-intake");
    config.put(ConsumerConfig.GROUP_ID_CONFIG, group);
    config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    config.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    config.put(
        ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
        List.of(CooperativeStickyAssignor.class.getName()));
    config.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, RECORDS_AT_ONCE);
    config.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, (int) SESSION.toMillis());
    config.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, (int) HEARTBEAT.toMillis());
    config.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, (int) FETCH_WAIT.toMillis());
    config.put(ConsumerConfig.METADATA_MAX_AGE_CONFIG, METADATA.toMillis());
    config.put(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) REQUEST.toMillis());
    config.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) API.toMillis());
    config.put(ConsumerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, RECONNECT_AT_MOST_EVERY.toMillis());
    config.put(ConsumerConfig.ENABLE_METRICS_PUSH_CONFIG, false);
    return new KafkaConsumer<>(config, new StringDeserializer(), new ByteArrayDeserializer());
  }
}
