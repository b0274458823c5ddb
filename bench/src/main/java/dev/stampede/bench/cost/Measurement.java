package dev.stampede.bench.cost;

import dev.stampede.bench.sale.BenchSaleServer;
import dev.stampede.bench.sale.HttpRound;
import dev.stampede.bench.services.BenchServices;
import dev.stampede.redis.Redis;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The resources that a window of claims used, until the last of them had been told.
 *
 * @param claims seats that were held or sold
 * @param tail from the last answer until everybody had been told
 */
record Measurement(
    HttpRound round, double claims, Duration tail, Processors processors, Counts counts) {

  /** PostgreSQL's processes keep their counts to themselves for so long while they are idle. */
  private static final Duration COUNTED_WITHIN = Duration.ofSeconds(11);

  private static final Duration TOLD_WITHIN = Duration.ofMinutes(2);
  private static final Duration LOOK_EVERY = Duration.ofMillis(100);

  /** Messages that the server's own consumers have not handled. */
  private static final Pattern LAG = Pattern.compile("(?m)^stampede_consumer_lag\\{.*} ([0-9.]+)$");

  /** All that is counted and is no processor time. */
  record Counts(Counters postgres, Counters redis, KafkaUse kafka, double allocated) {}

  /** Kafka's share, by topic; requests by their kind. */
  record KafkaUse(Counters records, Counters entries, Counters bytes, Counters requests) {}

  /** The load, once the server is warm. */
  interface Load {
    HttpRound run() throws InterruptedException;
  }

  static Measurement of(
      BenchServices embedded, BenchSaleServer server, String topicPrefix, Load load)
      throws Exception {
    String kafka = embedded.kafkaBootstrapServers();
    awaitTold(server);
    Thread.sleep(COUNTED_WITHIN);
    try (Redis redis = BenchServices.openRedis(server.redisUrl())) {
      double claimsBefore = PostgresCounters.claims(server.databaseUrl());
      Counters postgresBefore = PostgresCounters.now(server.databaseUrl());
      Map<Long, String> backends = PostgresCounters.backends(server.databaseUrl());
      KafkaLog kafkaBefore = KafkaLog.now(kafka);
      Counters requestsBefore = KafkaRequests.now(server.processes());
      double allocatedBefore = allocated(server);
      Counters redisBefore = RedisCounters.now(redis);
      double redisLogBefore = RedisCounters.logBytes(redis);
      Processors processorsBefore = Processors.now(server.processes(), backends);

      HttpRound round = load.run();
      long end = System.nanoTime();
      awaitTold(server);

      Processors processors = Processors.now(server.processes(), backends).since(processorsBefore);
      Duration tail = Duration.ofNanos(System.nanoTime() - end);
      Counters commands = RedisCounters.now(redis).since(redisBefore);
      commands.add("log bytes", RedisCounters.logBytes(redis) - redisLogBefore);
      double allocated = allocated(server) - allocatedBefore;
      Counters requests = KafkaRequests.now(server.processes()).since(requestsBefore);
      KafkaLog kafkaAfter = KafkaLog.now(kafka);
      Counters records = KafkaLog.records(kafka, topicPrefix, kafkaBefore, kafkaAfter);
      Thread.sleep(COUNTED_WITHIN);
      Counters postgres = PostgresCounters.now(server.databaseUrl()).since(postgresBefore);
      return new Measurement(
          round,
          PostgresCounters.claims(server.databaseUrl()) - claimsBefore,
          tail,
          processors,
          new Counts(
              postgres,
              commands,
              new KafkaUse(
                  records,
                  kafkaAfter.entries().since(kafkaBefore.entries()),
                  kafkaAfter.bytes().since(kafkaBefore.bytes()),
                  requests),
              allocated));
    }
  }

  private static double allocated(BenchSaleServer server) throws Exception {
    for (ProcessHandle process : server.processes()) {
      if (ProcessStat.of(process.pid()).filter(stat -> stat.name().equals("java")).isPresent()) {
        return Allocations.bytes(process.pid());
      }
    }
    throw new IllegalStateException("the server has no JVM");
  }

  /** Nothing is left in the outbox, and the server's own consumers have handled what was in it. */
  private static void awaitTold(BenchSaleServer server) throws Exception {
    long deadline = System.nanoTime() + TOLD_WITHIN.toNanos();
    while (PostgresCounters.isAnyUntold(server.databaseUrl()) || lag(server) > 0) {
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException("not everybody was told within " + TOLD_WITHIN);
      }
      Thread.sleep(LOOK_EVERY);
    }
  }

  private static double lag(BenchSaleServer server) throws InterruptedException {
    String metrics = server.answer(server.target().get("/metrics"), 200).text();
    return LAG.matcher(metrics)
        .results()
        .mapToDouble(each -> Double.parseDouble(each.group(1)))
        .sum();
  }
}
