package dev.stampede.server;

import dev.stampede.kafka.KafkaCluster;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.DatabaseException;
import dev.stampede.postgres.deployment.DatabaseChangePoll;
import dev.stampede.postgres.deployment.DatabaseEpochs;
import dev.stampede.redis.Redis;
import dev.stampede.redis.RedisBreaker;
import dev.stampede.redis.RedisLogMarks;
import dev.stampede.server.config.ServiceSettings;
import dev.stampede.server.health.Dependency;
import dev.stampede.server.health.DependencyDownException;
import dev.stampede.workers.Task;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The connections to PostgreSQL, Redis and Kafka, opened at once, and the loops that watch them. A
 * part of {@link Wiring}.
 */
final class Connections implements AutoCloseable {

  private static final Duration PING_WITHIN = Duration.ofSeconds(1);

  private final ClosingStack started = new ClosingStack();
  private final Database database;
  private final Redis redis;
  private final KafkaCluster kafka;
  private final DatabaseEpochs epochs;

  /** Opens all three, or throws and leaves none open. */
  Connections(ServiceSettings services) {
    try {
      Task<Database> openedDatabase;
      Task<Redis> openedRedis;
      Task<KafkaCluster> openedKafka;
      try (ParallelStart opening = new ParallelStart(started)) {
        openedDatabase = opening.begin("PostgreSQL", () -> Database.open(services.postgres()));
        openedRedis = opening.begin("Redis", () -> Redis.open(services.redis()));
        openedKafka = opening.begin("Kafka", () -> KafkaCluster.of(services.kafka()));
        opening.await();
      }
      database = ParallelStart.opened(openedDatabase);
      redis = ParallelStart.opened(openedRedis);
      kafka = ParallelStart.opened(openedKafka);
      epochs = DatabaseEpochs.open(database, new RedisLogMarks(redis, services.redisKeyPrefix()));
    } catch (RuntimeException e) {
      started.close();
      throw e;
    }
  }

  /**
   * Notices changes in the database and probes Redis, more often while there is something to do.
   */
  void watch(Activity activity, MeterRegistry registry) {
    DatabaseChangePoll poll = new DatabaseChangePoll(database);
    LoopInterval beats = activity.pace(DatabaseChangePoll.BEAT, DatabaseChangePoll.QUIET_BEAT);
    started.add(Loop.start("database pulse", beats, () -> poll(poll, activity)));
    LoopInterval probes = activity.pace(Redis.PROBE, Redis.QUIET_PROBE);
    started.add(Loop.start("redis probes", probes, redis::probe));
    redis.breakers().forEach(breaker -> meter(breaker, registry));
  }

  /** A database that does not answer is looked at as often as during a sale, too. */
  private static void poll(DatabaseChangePoll poll, Activity activity) {
    try {
      if (poll.beat()) {
        activity.signHere();
      }
    } catch (DatabaseException away) {
      activity.signHere();
      throw away;
    }
  }

  private static void meter(RedisBreaker breaker, MeterRegistry registry) {
    Gauge.builder("stampede.redis.breaker", breaker, one -> one.state().level())
        .description("State of the circuit breaker for Redis: 0 closed, 1 half open, 2 open")
        .tag("breaker", breaker.name())
        .register(registry);
    FunctionCounter.builder("stampede.redis.breaker.opened", breaker, RedisBreaker::opened)
        .description("Times that the circuit breaker for Redis opened")
        .tag("breaker", breaker.name())
        .register(registry);
  }

  /** Their health, in the order in which it is shown. */
  List<Dependency> parts(ReadSubsystem reads) {
    List<Dependency> parts = new ArrayList<>();
    parts.add(new Dependency("postgresql", true, () -> database.ping(PING_WITHIN)));
    reads.part(PING_WITHIN).ifPresent(parts::add);
    parts.add(new Dependency("redis", false, () -> redis.ping(PING_WITHIN)));
    redis.breakers().forEach(breaker -> parts.add(part(breaker)));
    parts.add(new Dependency("kafka", false, () -> kafka.ping(PING_WITHIN)));
    return parts;
  }

  private static Dependency part(RedisBreaker breaker) {
    return new Dependency(
        breaker.name(),
        false,
        () -> {
          RedisBreaker.State state = breaker.state();
          if (state != RedisBreaker.State.CLOSED) {
            throw new DependencyDownException(
                "its breaker is %s: the server does without Redis"
                    .formatted(state == RedisBreaker.State.OPEN ? "open" : "half open"));
          }
        });
  }

  Database database() {
    return database;
  }

  Redis redis() {
    return redis;
  }

  KafkaCluster kafka() {
    return kafka;
  }

  DatabaseEpochs epochs() {
    return epochs;
  }

  @Override
  public void close() {
    started.close();
  }
}
