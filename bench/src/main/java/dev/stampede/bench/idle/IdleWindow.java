package dev.stampede.bench.idle;

import dev.stampede.bench.cost.Counters;
import dev.stampede.bench.cost.PostgresCounters;
import dev.stampede.bench.cost.Processors;
import dev.stampede.bench.cost.RedisCounters;
import dev.stampede.bench.sale.BenchSaleServer;
import dev.stampede.bench.services.BenchServices;
import dev.stampede.bench.turns.Findings;
import dev.stampede.redis.Redis;
import java.time.Duration;
import java.util.Map;

/**
 * The resources that a quiet server used in a while.
 *
 * @param seconds how long was counted
 * @param metricsBytes the size of {@code /metrics} at its end
 */
record IdleWindow(
    double seconds, Processors processors, Counters postgres, Counters redis, int metricsBytes) {

  private static final double MICROS_PER_PERCENT = 10_000;
  private static final int THREADS_TOLD = 12;

  /** A second, of commands and of rows; rarer ones are not told. */
  private static final double LEAST = 0.05;

  private static final String COMMITS = "commits";

  /** Counts for so long; nothing here wakes the server. */
  static IdleWindow of(BenchSaleServer server, Duration length) throws Exception {
    try (Redis redis = BenchServices.openRedis(server.redisUrl())) {
      Map<Long, String> backends = PostgresCounters.backends(server.databaseUrl());
      Counters postgres = PostgresCounters.now(server.databaseUrl());
      Counters commands = RedisCounters.now(redis);
      Processors processors = Processors.now(server.processes(), backends);
      long begin = System.nanoTime();
      Thread.sleep(length);
      Processors used = Processors.now(server.processes(), backends).since(processors);
      double seconds = (System.nanoTime() - begin) / 1e9;
      return new IdleWindow(
          seconds,
          used,
          PostgresCounters.now(server.databaseUrl()).since(postgres),
          RedisCounters.now(redis).since(commands),
          Quiet.metrics(server).length());
    }
  }

  /** Returns the server's share of one core. */
  double serverPercent() {
    return percent(processors.parts().of(Processors.SERVER));
  }

  double commits() {
    return postgres.of(COMMITS) / seconds;
  }

  double commands() {
    return redis.sum() / seconds;
  }

  /** Adds the figures that no bar judges. */
  void tell(Findings findings, String name) {
    processors
        .parts()
        .values()
        .forEach(
            (part, micros) -> findings.figure(name + ": % of a core, " + part, percent(micros)));
    processors
        .serverThreads()
        .largest(THREADS_TOLD, "all other threads")
        .values()
        .forEach(
            (thread, micros) ->
                findings.figure(name + ": % of a core, " + thread, percent(micros)));
    findings.figure(
        name + ": context switches/s, server",
        processors.switches().of(Processors.SERVER) / seconds);
    each(findings, name + ": PostgreSQL ", postgres);
    each(findings, name + ": Redis ", redis);
    findings.figure(name + ": bytes of /metrics", metricsBytes);
  }

  private void each(Findings findings, String prefix, Counters counters) {
    counters
        .values()
        .forEach(
            (counter, count) -> {
              if (count / seconds >= LEAST) {
                findings.figure(prefix + counter + "/s", count / seconds);
              }
            });
  }

  private double percent(double micros) {
    return micros / seconds / MICROS_PER_PERCENT;
  }
}
