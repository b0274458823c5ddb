package dev.stampede.prove.site;

import dev.stampede.chaos.deployment.Shape;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The shape of Redis in a site; PostgreSQL always has a replica. */
public enum Topology {
  SINGLE(Shape.Redis.ALONE, 1, 0),
  SENTINEL(Shape.Redis.SENTINELS, 3, 3),
  CLUSTER(Shape.Redis.CLUSTER, 6, 0);

  private final Shape.Redis redis;
  private final int redisNodes;
  private final int sentinels;

  Topology(Shape.Redis redis, int redisNodes, int sentinels) {
    this.redis = redis;
    this.redisNodes = redisNodes;
    this.sentinels = sentinels;
  }

  /** In small letters, as the command takes it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<Topology> labelled(String label) {
    return Arrays.stream(values()).filter(each -> each.label().equals(label)).findFirst();
  }

  /** All labels, for messages. */
  public static String labels() {
    return Arrays.stream(values()).map(Topology::label).collect(Collectors.joining(", "));
  }

  public int redisNodes() {
    return redisNodes;
  }

  public int sentinels() {
    return sentinels;
  }

  Shape shape(int brokers) {
    return new Shape(
        redis,
        Shape.Postgres.WITH_REPLICA,
        brokers == SiteOptions.ONE_BROKER ? Shape.Kafka.ALONE : Shape.Kafka.THREE);
  }
}
