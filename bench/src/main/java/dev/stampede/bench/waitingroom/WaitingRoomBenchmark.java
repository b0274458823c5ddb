package dev.stampede.bench.waitingroom;

import dev.stampede.bench.report.Benchmark;
import dev.stampede.bench.report.Effort;
import dev.stampede.bench.report.ProgressPrinter;
import dev.stampede.bench.report.Report;
import dev.stampede.bench.sale.BenchSaleServer;
import dev.stampede.bench.services.BenchServices;
import dev.stampede.bench.turns.Findings;
import dev.stampede.embedded.ServiceKind;
import dev.stampede.embedded.ServiceReporter;
import java.util.EnumSet;
import java.util.Map;

/**
 * Measures the cost of a line of a million people: to those who join and ask, against an echo of
 * the same server; in memory of Redis; and in time that Redis has for nobody else.
 */
public final class WaitingRoomBenchmark implements Benchmark {

  /**
   * A few buyers stand for a crowd, and may ask as often as that crowd would. Nobody who was put
   * into the line before the run gives a sign of life in it, and nobody is to be given up for that.
   */
  private static final Map<String, String> SETTINGS =
      Map.of("STAMPEDE_QUEUE_RATE_PER_BUYER", "0", "STAMPEDE_QUEUE_PATIENCE", "3600");

  @Override
  public String name() {
    return "waiting-room";
  }

  @Override
  public String question() {
    return "a line of a million: joins and polls against the echo, memory, how long Redis is busy";
  }

  @Override
  public Report run(Effort effort, ProgressPrinter journal) throws Exception {
    Findings findings = new Findings();
    EnumSet<ServiceKind> services =
        EnumSet.of(ServiceKind.POSTGRESQL, ServiceKind.REDIS, ServiceKind.KAFKA);
    try (BenchServices embedded = BenchServices.start(services, new ServiceReporter(journal::say));
        BenchSaleServer server = BenchSaleServer.start(embedded, "waiting_room", 1, SETTINGS)) {
      journal.say("the server is up");
      try (InProcessLines lines = InProcessLines.of(server)) {
        new RoomMeasurements(server, lines, effort, journal).measure(findings);
      }
    }
    return findings.report(name());
  }
}
