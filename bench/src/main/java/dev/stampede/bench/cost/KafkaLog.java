package dev.stampede.bench.cost;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.LogDirDescription;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * The extent of Kafka's log at a moment, its own topics included: the costs of transactions and
 * consumers' offsets stand there.
 *
 * @param bytes by topic, as they stand on disk
 */
record KafkaLog(Map<TopicPartition, Long> ends, Counters bytes) {

  private static final long PATIENCE_SECONDS = 30;
  private static final Duration POLL = Duration.ofMillis(200);

  static KafkaLog now(String bootstrapServers)
      throws InterruptedException, ExecutionException, TimeoutException {
    try (Admin admin =
        Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers))) {
      return new KafkaLog(ends(admin), bytes(admin));
    }
  }

  /** Entries by topic, transactions' markers included. */
  Counters entries() {
    Counters entries = Counters.none();
    ends.forEach((partition, end) -> entries.add(partition.topic(), end.doubleValue()));
    return entries;
  }

  /**
   * Reads and counts the records that came between the two to topics with this prefix, without
   * markers.
   */
  static Counters records(String bootstrapServers, String prefix, KafkaLog before, KafkaLog after) {
    Map<TopicPartition, Long> ends = new HashMap<>(after.ends);
    ends.keySet().removeIf(partition -> !partition.topic().startsWith(prefix));
    Counters records = Counters.none();
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                "read_committed"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      consumer.assign(ends.keySet());
      ends.keySet().forEach(each -> consumer.seek(each, before.ends.getOrDefault(each, 0L)));
      while (ends.entrySet().stream()
          .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
          records.add(record.topic(), 1);
        }
      }
    }
    return records;
  }

  private static Map<TopicPartition, Long> ends(Admin admin)
      throws InterruptedException, ExecutionException, TimeoutException {
    List<String> topics =
        List.copyOf(get(admin.listTopics(new ListTopicsOptions().listInternal(true)).names()));
    Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
    for (TopicDescription topic : get(admin.describeTopics(topics).allTopicNames()).values()) {
      topic
          .partitions()
          .forEach(
              each ->
                  wanted.put(
                      new TopicPartition(topic.name(), each.partition()), OffsetSpec.latest()));
    }
    Map<TopicPartition, ListOffsetsResultInfo> found = get(admin.listOffsets(wanted).all());
    return found.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, each -> each.getValue().offset()));
  }

  private static Counters bytes(Admin admin)
      throws InterruptedException, ExecutionException, TimeoutException {
    List<Integer> brokers =
        get(admin.describeCluster().nodes()).stream().map(node -> node.id()).toList();
    Counters bytes = Counters.none();
    for (Map<String, LogDirDescription> folders :
        get(admin.describeLogDirs(brokers).allDescriptions()).values()) {
      for (LogDirDescription folder : folders.values()) {
        folder
            .replicaInfos()
            .forEach((partition, replica) -> bytes.add(partition.topic(), (double) replica.size()));
      }
    }
    return bytes;
  }

  private static <T> T get(KafkaFuture<T> future)
      throws InterruptedException, ExecutionException, TimeoutException {
    return future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }
}
