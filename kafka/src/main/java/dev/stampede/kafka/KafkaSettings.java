package dev.stampede.kafka;

import java.util.List;
import java.util.regex.Pattern;

/** The addresses of the brokers and the settings of our topics. */
public record KafkaSettings(List<String> bootstrapServers, TopicSettings topics) {

  private static final Pattern NODE = Pattern.compile("(\\[[0-9a-fA-F:]+]|[^:\\s,]+):[0-9]{1,5}");

  public KafkaSettings {
    bootstrapServers = List.copyOf(bootstrapServers);
    if (bootstrapServers.isEmpty()
        || !bootstrapServers.stream().allMatch(node -> NODE.matcher(node).matches())) {
      throw new IllegalArgumentException(
          "bootstrap servers are %s; give host:port, several separated by commas"
              .formatted(bootstrapServers));
    }
  }

  /** Settings with the usual names of topics. */
  public KafkaSettings(List<String> bootstrapServers) {
    this(bootstrapServers, TopicSettings.DEFAULT);
  }

  /** The same brokers with these topics. */
  public KafkaSettings with(TopicSettings other) {
    return new KafkaSettings(bootstrapServers, other);
  }

  /** The brokers as Kafka's own clients are told them. */
  public String joined() {
    return String.join(",", bootstrapServers);
  }
}
