package dev.stampede.chaos.house;

/** Which services an experiment stands on; there is always one broker. */
public record Shape(Redis redis, Postgres postgres) {

  /** One of each, reached directly. */
  public static final Shape PLAIN = new Shape(Redis.ALONE, Postgres.ALONE);

  /** How Redis is set up. */
  public enum Redis {
    ALONE,
    SENTINELS,
    CLUSTER
  }

  /** How PostgreSQL is set up. */
  public enum Postgres {
    ALONE,
    BEHIND_PROXY,
    WITH_REPLICA
  }
}
