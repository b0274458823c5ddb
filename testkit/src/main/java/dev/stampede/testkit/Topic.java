package dev.stampede.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** All of a topic that is committed, read from its beginning, as a consumer would read it. */
public final class Topic {

  private static final Duration LONG_ENOUGH = Duration.ofSeconds(60);
  private static final JsonMapper JSON = new JsonMapper();

  private final List<ConsumerRecord<String, String>> records;
  private final Map<String, List<JsonNode>> events = new LinkedHashMap<>();
  private final List<String> wrong = new ArrayList<>();
  private int repeats;

  private Topic(List<ConsumerRecord<String, String>> records) {
    this.records = records;
    Map<String, List<String>> texts = new HashMap<>();
    for (ConsumerRecord<String, String> record : records) {
      take(record, texts.computeIfAbsent(record.key(), _ -> new ArrayList<>()));
    }
  }

  /** The next version is taken, a repeat has to be the same again, and all else is wrong. */
  private void take(ConsumerRecord<String, String> record, List<String> before) {
    JsonNode event = JSON.readTree(record.value());
    int version = event.required("version").asInt();
    if (version == before.size() + 1) {
      before.add(record.value());
      events.computeIfAbsent(record.key(), _ -> new ArrayList<>()).add(event);
    } else if (version <= before.size() && before.get(version - 1).equals(record.value())) {
      repeats++;
    } else {
      wrong.add("%s after version %d: %s".formatted(record.key(), before.size(), event));
    }
  }

  public static Topic read(String bootstrapServers, String name) {
    Map<String, Object> config =
        Map.of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
            bootstrapServers,
            ConsumerConfig.ISOLATION_LEVEL_CONFIG,
            "read_committed",
            ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
            "earliest");
    try (KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(config, new StringDeserializer(), new StringDeserializer())) {
      Set<TopicPartition> partitions =
          Optional.ofNullable(consumer.listTopics().get(name)).orElse(List.of()).stream()
              .map(each -> new TopicPartition(name, each.partition()))
              .collect(Collectors.toSet());
      consumer.assign(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      List<ConsumerRecord<String, String>> records = new ArrayList<>();
      long deadline = System.nanoTime() + LONG_ENOUGH.toNanos();
      while (ends.entrySet().stream()
          .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
        if (System.nanoTime() - deadline > 0) {
          throw new TestkitException(
              "%s was not read to its end within %s".formatted(name, LONG_ENOUGH));
        }
        consumer.poll(Duration.ofMillis(100)).forEach(records::add);
      }
      return new Topic(records);
    }
  }

  public List<ConsumerRecord<String, String>> records() {
    return records;
  }

  /** Each key's events in order, repeats left out. */
  public Map<String, List<JsonNode>> events() {
    return events;
  }

  /** Versions that came too early, or repeats that said something else. */
  public List<String> wrong() {
    return wrong;
  }

  public int repeats() {
    return repeats;
  }
}
