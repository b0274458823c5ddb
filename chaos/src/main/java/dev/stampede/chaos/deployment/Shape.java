package dev.stampede.chaos.deployment;

/** The services that an experiment stands on; there is always one broker. */
public record Shape(Redis redis, Postgres postgres) {

  /** One of each, reached directly. */
  public static final Shape PLAIN = new Shape(Redis.ALONE, Postgres.ALONE);

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
}
