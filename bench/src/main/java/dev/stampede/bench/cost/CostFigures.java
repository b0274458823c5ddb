package dev.stampede.bench.cost;

import dev.stampede.bench.turns.Findings;
import java.util.Map;

/**
 * A measurement as figures, each of one seat.
 *
 * @param prefix begins the name of each
 */
record CostFigures(String prefix, Measurement measured) {

  private static final int THREADS_TOLD = 10;

  /**
   * The least that is told of a claim; anything less is the server's own pulse and not the claim's.
   */
  private static final double LEAST = 0.005;

  /** The relay sends many events with one request, so that there are few for a claim. */
  private static final double LEAST_REQUESTS = 0.001;

  void tell(Findings findings) {
    Processors processors = measured.processors();
    findings.figure(prefix + "processor µs, all", processors.parts().sum() / measured.claims());
    tell(findings, "processor µs, ", processors.parts());
    tell(
        findings,
        "server µs, ",
        processors.serverThreads().largest(THREADS_TOLD, "all other threads"));
    tell(findings, "PostgreSQL µs, ", processors.postgres());
    findings.figure(
        prefix + "context switches, all", processors.switches().sum() / measured.claims());
    tell(findings, "context switches, ", processors.switches());
    Measurement.Counts counts = measured.counts();
    findings.figure(prefix + "bytes allocated, server", counts.allocated() / measured.claims());
    tell(findings, "PostgreSQL ", counts.postgres());
    tell(findings, "Redis ", counts.redis());
    Measurement.KafkaUse kafka = counts.kafka();
    tell(findings, "Kafka records, ", kafka.records());
    tell(findings, "Kafka records and markers, ", kafka.entries());
    tell(findings, "Kafka bytes, ", kafka.bytes());
    tell(findings, "Kafka requests, ", kafka.requests(), LEAST_REQUESTS);
  }

  private void tell(Findings findings, String name, Counters counters) {
    tell(findings, name, counters, LEAST);
  }

  private void tell(Findings findings, String name, Counters counters, double least) {
    for (Map.Entry<String, Double> each : counters.values().entrySet()) {
      double ofOne = each.getValue() / measured.claims();
      if (ofOne >= least) {
        findings.figure(prefix + name + each.getKey(), ofOne);
      }
    }
  }
}
