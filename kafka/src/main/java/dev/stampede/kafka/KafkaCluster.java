package dev.stampede.kafka;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.common.KafkaException;

/**
 * The brokers as one thing that is there or not. Kafka may be away while we start: seats are sold
 * without it, and what it has not heard it will hear.
 */
public final class KafkaCluster implements AutoCloseable {

  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration RECONNECT_AT_MOST_EVERY = Duration.ofSeconds(1);

  private final Admin admin;

  private KafkaCluster(Admin admin) {
    this.admin = admin;
  }

  /** Throws only for addresses that cannot even be looked up. */
  public static KafkaCluster of(KafkaSettings settings) {
    Map<String, Object> config =
        Map.of(
            AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
            settings.joined(),
            AdminClientConfig.CLIENT_ID_CONFIG,
            "stampede-admin",
            AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG,
            (int) REQUEST_TIMEOUT.toMillis(),
            AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
            (int) REQUEST_TIMEOUT.toMillis(),
            AdminClientConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG,
            RECONNECT_AT_MOST_EVERY.toMillis());
    try {
      return new KafkaCluster(Admin.create(config));
    } catch (KafkaException e) {
      throw new KafkaUnusableException(
          "no broker of %s can be found; is KAFKA_BOOTSTRAP_SERVERS right?"
              .formatted(settings.joined()),
          e);
    }
  }

  /** The admin client, for the packages of this module alone. */
  public Admin admin() {
    return admin;
  }

  /** Makes the topics that are missing; why one is missing still, or nothing when all are there. */
  public Optional<String> createTopics(TopicSettings topics) throws InterruptedException {
    return new Topics(admin, topics).missing();
  }

  /** Returns when a broker has answered, throws when none has within the time-out. */
  public void ping(Duration timeout)
      throws ExecutionException, TimeoutException, InterruptedException {
    DescribeClusterOptions options =
        new DescribeClusterOptions().timeoutMs((int) timeout.toMillis());
    admin.describeCluster(options).nodes().get(timeout.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    admin.close(Duration.ofSeconds(2));
  }
}
