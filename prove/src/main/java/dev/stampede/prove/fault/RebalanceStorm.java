package dev.stampede.prove.fault;

import dev.stampede.prove.site.ProveSite;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * A stranger in the servers' groups of consumers, who joins, is given partitions and leaves. It
 * commits nothing, so that whatever it was given is read again by a server.
 */
final class RebalanceStorm implements AutoCloseable {

  private static final Duration POLL = Duration.ofMillis(300);
  private static final Duration LEAVES_WITHIN = Duration.ofSeconds(2);
  private static final Duration ENDS_WITHIN = Duration.ofSeconds(20);
  private static final int LISTED_WITHIN_SECONDS = 20;
  private static final String REQUESTS = "requests.";

  private final ProveSite site;
  private final List<String> groups;
  private final List<Thread> strangers;
  private volatile boolean over;

  private RebalanceStorm(ProveSite site, List<String> groups) {
    this.site = site;
    this.groups = groups;
    this.strangers =
        this.groups.stream().map(group -> Thread.startVirtualThread(() -> storm(group))).toList();
  }

  static RebalanceStorm in(ProveSite site)
      throws ExecutionException, InterruptedException, TimeoutException {
    try (Admin admin =
        Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, site.kafka()))) {
      List<String> groups =
          admin.listGroups().all().get(LISTED_WITHIN_SECONDS, TimeUnit.SECONDS).stream()
              .map(GroupListing::groupId)
              .filter(group -> group.startsWith(site.topicPrefix()))
              .toList();
      return new RebalanceStorm(site, groups);
    }
  }

  private void storm(String group) {
    Map<String, Object> config = new HashMap<>();
    config.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, site.kafka());
    config.put(ConsumerConfig.GROUP_ID_CONFIG, group);
    config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    config.put(ConsumerConfig.ENABLE_METRICS_PUSH_CONFIG, false);
    config.put(
        ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
        List.of(CooperativeStickyAssignor.class.getName()));
    String topic =
        group.startsWith(REQUESTS, site.topicPrefix().length())
            ? "booking-requests"
            : "booking-events";
    while (!over) {
      try (KafkaConsumer<byte[], byte[]> stranger =
          new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
        stranger.subscribe(List.of(site.topic(topic)));
        var _ = stranger.poll(POLL);
        stranger.close(CloseOptions.timeout(LEAVES_WITHIN));
      } catch (KafkaException brokerAway) {
        // A storm in vain; the next one may find the group.
      }
    }
  }

  @Override
  public void close() {
    over = true;
    for (Thread stranger : strangers) {
      try {
        if (!stranger.join(ENDS_WITHIN)) {
          stranger.interrupt();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
