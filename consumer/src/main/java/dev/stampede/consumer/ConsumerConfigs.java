package dev.stampede.consumer;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;

/** The settings of Kafka's own consumer. */
final class ConsumerConfigs {

  /** A reader that died is missed after this; it gives a sign of life three times as often. */
  private static final Duration SESSION = Duration.ofSeconds(6);

  private static final Duration SIGN_OF_LIFE = Duration.ofSeconds(2);

  /** One transaction, and what follows from it, surely takes less. */
  private static final Duration BETWEEN_POLLS = Duration.ofMinutes(2);

  /** The broker answers as soon as there is enough, {@link Batch}; otherwise after this. */
  private static final Duration FETCH_WAIT = Duration.ofSeconds(1);

  private static final Duration REQUEST = Duration.ofSeconds(10);
  private static final Duration RECONNECT_AT_MOST_EVERY = Duration.ofSeconds(1);

  /** So that partitions that were added are noticed. */
  private static final Duration LOOK_FOR_PARTITIONS = Duration.ofSeconds(30);

  /** A few batches; the broker sends more than this only for a single large message. */
  private static final int FETCH_BYTES = 8 * 1024 * 1024;

  private ConsumerConfigs() {}

  static Map<String, Object> of(ReaderSettings settings, String consumer) {
    Map<String, Object> config = new HashMap<>();
    config.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, settings.bootstrapServers());
    config.put(ConsumerConfig.GROUP_ID_CONFIG, settings.group());
    config.put(ConsumerConfig.CLIENT_ID_CONFIG, consumer);
    config.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    config.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    config.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, settings.batch().most());
    config.put(ConsumerConfig.FETCH_MIN_BYTES_CONFIG, settings.batch().fetchBytes());
    config.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, FETCH_BYTES);
    config.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, (int) FETCH_WAIT.toMillis());
    config.put(
        ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
        CooperativeStickyAssignor.class.getName());
    config.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, (int) SESSION.toMillis());
    config.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, (int) SIGN_OF_LIFE.toMillis());
    config.put(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG, (int) BETWEEN_POLLS.toMillis());
    config.put(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) REQUEST.toMillis());
    config.put(ConsumerConfig.METADATA_MAX_AGE_CONFIG, LOOK_FOR_PARTITIONS.toMillis());
    config.put(ConsumerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, RECONNECT_AT_MOST_EVERY.toMillis());
    config.put(ConsumerConfig.ENABLE_METRICS_PUSH_CONFIG, false);
    return config;
  }
}
