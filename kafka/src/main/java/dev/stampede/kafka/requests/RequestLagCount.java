package dev.stampede.kafka.requests;

import dev.stampede.kafka.KafkaCluster;
import dev.stampede.kafka.KafkaSettings;
import dev.stampede.kafka.Topics;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;

/** Counts the requests that wait: what is in the topic behind what has been decided. */
public final class RequestLagCount {

  /** Shorter than the time after which a count is stale. */
  private static final Duration WITHIN = Duration.ofMillis(1_500);

  private final Admin admin;
  private final Topics topics;
  private final String topic;
  private final String group;

  public RequestLagCount(KafkaCluster cluster, KafkaSettings settings, UUID deployment) {
    this.admin = cluster.admin();
    this.topics = new Topics(cluster, settings.topics());
    this.topic = settings.topics().bookingRequests();
    this.group = RequestIntake.group(settings, deployment);
  }

  /**
   * Returns the number of requests that wait, on all servers; empty when the topic does not exist
   * and cannot be created.
   */
  public Optional<Long> count() throws ExecutionException, TimeoutException, InterruptedException {
    if (topics.missing().isPresent()) {
      return Optional.empty();
    }
    Map<TopicPartition, Long> ends = offsets(partitions(), OffsetSpec.latest());
    Map<TopicPartition, Long> done = new HashMap<>();
    answer(
            admin
                .listConsumerGroupOffsets(
                    group, new ListConsumerGroupOffsetsOptions().timeoutMs(millis()))
                .partitionsToOffsetAndMetadata())
        .forEach((partition, offset) -> note(done, partition, offset));
    List<TopicPartition> untouched =
        ends.keySet().stream().filter(partition -> !done.containsKey(partition)).toList();
    if (!untouched.isEmpty()) {
      done.putAll(offsets(untouched, OffsetSpec.earliest()));
    }
    long waiting = 0;
    for (Map.Entry<TopicPartition, Long> end : ends.entrySet()) {
      waiting += Math.max(0, end.getValue() - done.getOrDefault(end.getKey(), end.getValue()));
    }
    return Optional.of(waiting);
  }

  private static void note(
      Map<TopicPartition, Long> done, TopicPartition partition, OffsetAndMetadata offset) {
    done.put(partition, offset.offset());
  }

  private List<TopicPartition> partitions()
      throws ExecutionException, TimeoutException, InterruptedException {
    return answer(
            admin
                .describeTopics(List.of(topic), new DescribeTopicsOptions().timeoutMs(millis()))
                .allTopicNames())
        .values()
        .stream()
        .flatMap(described -> described.partitions().stream())
        .map(partition -> new TopicPartition(topic, partition.partition()))
        .toList();
  }

  private Map<TopicPartition, Long> offsets(List<TopicPartition> partitions, OffsetSpec which)
      throws ExecutionException, TimeoutException, InterruptedException {
    Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
    partitions.forEach(partition -> asked.put(partition, which));
    Map<TopicPartition, Long> found = new HashMap<>();
    for (Map.Entry<TopicPartition, ListOffsetsResultInfo> each :
        answer(admin.listOffsets(asked, new ListOffsetsOptions().timeoutMs(millis())).all())
            .entrySet()) {
      found.put(each.getKey(), each.getValue().offset());
    }
    return found;
  }

  private static <T> T answer(KafkaFuture<T> asked)
      throws ExecutionException, TimeoutException, InterruptedException {
    return asked.get(millis(), TimeUnit.MILLISECONDS);
  }

  private static int millis() {
    return (int) WITHIN.toMillis();
  }
}
