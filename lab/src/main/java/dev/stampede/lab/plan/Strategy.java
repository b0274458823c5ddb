package dev.stampede.lab.plan;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** A way to claim seats that others want too. */
public enum Strategy {
  UNSAFE("unsafe", Kin.NONE, "look, then write; nothing keeps others out"),
  OPTIMISTIC(
      "optimistic", Kin.RETRY, "look without a lock, write if the version is still the same"),
  PESSIMISTIC("pessimistic", Kin.DATABASE, "SELECT … FOR UPDATE, wait for the row"),
  SKIP_LOCKED("skip-locked", Kin.DATABASE, "SELECT … FOR UPDATE SKIP LOCKED, take the next row"),
  SERIALIZABLE("serializable", Kin.RETRY, "isolation SERIALIZABLE, the database finds conflicts"),
  ADVISORY("advisory", Kin.DATABASE, "an advisory lock of PostgreSQL instead of rows"),
  REDIS_SIMPLE(
      "redis-simple", Kin.REDIS, "a lock in Redis, one try; told busy, the buyer comes back"),
  REDIS_SPIN("redis-spin", Kin.REDIS, "a lock in Redis, asked for again and again"),
  REDIS_PUBSUB("redis-pubsub", Kin.REDIS, "a lock in Redis, waited for in line and told"),
  PER_REQUEST("per-request", Kin.PRODUCT, "the product, per request: gate, rows, one commit each"),
  KAFKA_PARTITION("kafka-partition", Kin.KAFKA, "through a topic, decided in order by partition"),
  GROUP_COMMIT("group-commit", Kin.PRODUCT, "the product: many claims, one commit");

  /** The family of a way; plots give relatives one colour. */
  public enum Kin {
    NONE,
    RETRY,
    DATABASE,
    REDIS,
    KAFKA,
    PRODUCT
  }

  private final String word;
  private final Kin kin;
  private final String does;

  Strategy(String word, Kin kin, String does) {
    this.word = word;
    this.kin = kin;
    this.does = does;
  }

  /** Its name on the command line and in reports. */
  public String word() {
    return word;
  }

  public Kin kin() {
    return kin;
  }

  /** In a few words. */
  public String does() {
    return does;
  }

  public boolean isRedisLock() {
    return kin == Kin.REDIS;
  }

  /** Those that a large crowd can be tried with: none of them runs anything again. */
  public static Set<Strategy> fast() {
    return EnumSet.of(
        PESSIMISTIC,
        SKIP_LOCKED,
        ADVISORY,
        REDIS_PUBSUB,
        PER_REQUEST,
        KAFKA_PARTITION,
        GROUP_COMMIT);
  }

  public static Optional<Strategy> named(String word) {
    return Arrays.stream(values()).filter(strategy -> strategy.word.equals(word)).findFirst();
  }

  /** All names, for messages. */
  public static String names() {
    return Arrays.stream(values()).map(Strategy::word).collect(Collectors.joining(", "));
  }
}
