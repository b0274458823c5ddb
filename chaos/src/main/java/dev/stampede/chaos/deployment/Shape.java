package dev.stampede.chaos.deployment;

/** The services that an experiment stands on. */
public record Shape(Redis redis, Postgres postgres, Kafka kafka) {

  /** One of each, reached directly. */
  public static final Shape PLAIN = new Shape(Redis.ALONE, Postgres.ALONE);

  /** With one broker. */
  public Shape(Redis redis, Postgres postgres) {
    this(redis, postgres, Kafka.ALONE);
  }

  /** The topology of Redis. */
  public enum Redis {
    ALONE,
    SENTINELS,
    CLUSTER
  }

  /** The topology of PostgreSQL. */
  public enum Postgres {
    ALONE,
    BEHIND_PROXY,
    WITH_REPLICA
  }

  /** The number of brokers. */
  public enum Kafka {
    ALONE,
    THREE
  }
}
