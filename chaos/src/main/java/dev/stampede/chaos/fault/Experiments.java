package dev.stampede.chaos.fault;

import dev.stampede.chaos.deployment.Shape;
import dev.stampede.testkit.ClusterRedis;
import dev.stampede.testkit.OwnKafka;
import dev.stampede.testkit.OwnPostgres;
import dev.stampede.testkit.OwnRedis;
import dev.stampede.testkit.PostgresPair;
import dev.stampede.testkit.SentinelRedis;
import dev.stampede.testkit.TcpProxy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;

/** Everything that is tried, by name. */
public final class Experiments {

  private static final Duration USUAL = Duration.ofSeconds(10);
  private static final Duration FROZEN = Duration.ofSeconds(30);

  /** One in so many messages reaches PostgreSQL while its answer does not reach the server. */
  private static final int ONE_CUT_IN = 20;

  private static final List<Experiment> ALL =
      List.of(
          new Experiment(
              "redis-killed",
              "Redis killed with -9, and started again empty",
              Shape.PLAIN,
              deployment -> {
                OwnRedis redis = deployment.services().the(OwnRedis.class);
                return new Fault(redis::kill, redis::startAgain);
              },
              USUAL,
              false),
          new Experiment(
              "redis-paused",
              "Redis stopped with SIGSTOP, and continued",
              Shape.PLAIN,
              deployment -> {
                OwnRedis redis = deployment.services().the(OwnRedis.class);
                return new Fault(redis::freeze, redis::thaw);
              },
              USUAL,
              false),
          new Experiment(
              "sentinel-failover",
              "the master of three Sentinels killed with -9; a replica takes over",
              new Shape(Shape.Redis.SENTINELS, Shape.Postgres.ALONE),
              deployment -> {
                SentinelRedis redis = deployment.services().the(SentinelRedis.class);
                return new Fault(() -> redis.master().kill(), () -> {});
              },
              USUAL,
              true),
          new Experiment(
              "cluster-failover",
              "the show's master in a Redis Cluster killed with -9; its replica takes over",
              new Shape(Shape.Redis.CLUSTER, Shape.Postgres.ALONE),
              deployment -> {
                ClusterRedis redis = deployment.services().the(ClusterRedis.class);
                return new Fault(
                    () -> redis.masterOf("{show:" + deployment.show() + "}").kill(), () -> {});
              },
              USUAL,
              true),
          new Experiment(
              "postgres-killed",
              "PostgreSQL killed with -9, and started again",
              Shape.PLAIN,
              deployment -> {
                OwnPostgres postgres = deployment.services().the(OwnPostgres.class);
                return new Fault(postgres::kill, postgres::startAgain);
              },
              USUAL,
              false),
          new Experiment(
              "postgres-cut",
              "connections to PostgreSQL cut in the middle of commits, one message in 20",
              new Shape(Shape.Redis.ALONE, Shape.Postgres.BEHIND_PROXY),
              deployment -> {
                TcpProxy wire = deployment.services().the(TcpProxy.class);
                return new Fault(
                    () -> wire.cutAfterSending(Experiments::isCut),
                    () -> wire.cutAfterSending(() -> false),
                    () -> wire.cuts() + " connections were cut");
              },
              USUAL,
              false),
          new Experiment(
              "replica-lagging",
              "the replica of PostgreSQL stops replaying, and catches up",
              new Shape(Shape.Redis.ALONE, Shape.Postgres.WITH_REPLICA),
              deployment -> {
                PostgresPair pair = deployment.services().the(PostgresPair.class);
                return new Fault(pair::lag, pair::catchUp);
              },
              USUAL,
              false),
          new Experiment(
              "broker-killed",
              "the Kafka broker killed with -9, and started again",
              Shape.PLAIN,
              deployment -> {
                OwnKafka kafka = deployment.services().the(OwnKafka.class);
                return new Fault(kafka::kill, kafka::startAgain);
              },
              USUAL,
              false),
          new Experiment(
              "server-killed",
              "one of two servers killed with -9, and started again",
              Shape.PLAIN,
              deployment -> new Fault(deployment.server(1)::kill, deployment.server(1)::startAgain),
              USUAL,
              false),
          new Experiment(
              "server-frozen",
              "one of two servers stopped with SIGSTOP, and continued",
              Shape.PLAIN,
              deployment -> new Fault(deployment.server(1)::freeze, deployment.server(1)::thaw),
              FROZEN,
              false));

  private Experiments() {}

  public static List<Experiment> all() {
    return ALL;
  }

  public static Optional<Experiment> named(String label) {
    return ALL.stream().filter(one -> one.label().equals(label)).findFirst();
  }

  /** All names, for messages. */
  public static String names() {
    return ALL.stream().map(Experiment::label).collect(Collectors.joining(", "));
  }

  private static boolean isCut() {
    return ThreadLocalRandom.current().nextInt(ONE_CUT_IN) == 0;
  }
}
