package dev.stampede.bench.overload;

import dev.stampede.bench.report.Benchmark;
import dev.stampede.bench.report.Effort;
import dev.stampede.bench.report.ProgressPrinter;
import dev.stampede.bench.report.Report;
import dev.stampede.bench.sale.BenchSaleServer;
import dev.stampede.bench.sale.SeatSupply;
import dev.stampede.bench.services.BenchServices;
import dev.stampede.bench.turns.Case;
import dev.stampede.bench.turns.Findings;
import dev.stampede.bench.turns.Measured;
import dev.stampede.embedded.ServiceKind;
import dev.stampede.embedded.ServiceReporter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;

/**
 * Measures how many claims still succeed in time when more come than can be served: with three
 * times the connections that give the most, and at one and a half times that rate whether or not
 * anybody was answered. It also measures the cost of servers comparing what is written down while
 * they sell.
 */
public final class OverloadBenchmark implements Benchmark {

  static final String BEST = "at its best";
  static final String MORE_CONNECTIONS = "3 x the connections, closed loop";

  private static final List<Integer> CONNECTIONS = List.of(64, 256, 512);
  private static final int TIMES_CONNECTIONS = 3;
  private static final double BAR = 0.80;
  private static final double PATROL_BAR = 0.95;
  private static final int SEATS_OF_A_SHOW = 200_000;

  @Override
  public String name() {
    return "overload";
  }

  @Override
  public String question() {
    return "claims that succeed within 2 s when more come than can be served, against the most there can be";
  }

  @Override
  public Report run(Effort effort, ProgressPrinter journal) throws Exception {
    long began = System.nanoTime();
    Findings findings = new Findings();
    OverloadSchedule schedule = OverloadSchedule.of(effort);
    // The patience of the server is that of its clients.
    Map<String, String> settings =
        Map.of("STAMPEDE_CLAIM_PATIENCE", ClaimLoad.DEADLINE.toMillis() + "ms");
    try (BenchServices embedded =
            BenchServices.start(
                EnumSet.allOf(ServiceKind.class), new ServiceReporter(journal::say));
        BenchSaleServer server = BenchSaleServer.start(embedded, "overload", 1, settings)) {
      journal.say("the server is up");
      SeatSupply seats = SeatSupply.ofHolds(server, SEATS_OF_A_SHOW);
      AtItsBest best = best(server, seats, schedule, journal, findings);
      journal.say(
          "the most: %,.0f a second with %d connections"
              .formatted(best.perSecond(), best.connections()));
      List<Case> cases = new ArrayList<>();
      cases.add(best);
      cases.add(
          ClaimLoad.closed(
              MORE_CONNECTIONS, server, seats, TIMES_CONNECTIONS * best.connections()));
      cases.add(new TooManyRequests(server, seats, best, schedule.settle()));
      if (!effort.quick()) {
        cases.add(
            new WithoutPatrol(
                ClaimLoad.closed(WithoutPatrol.NAME, server, seats, best.connections()),
                server.databaseUrl()));
      }
      Measured measured =
          Measured.inTurns(
              cases, schedule.overloadAfter(Duration.ofNanos(System.nanoTime() - began)), journal);
      measured.tell(findings);
      measured.ratio(findings, "goodput, 3 x connections", MORE_CONNECTIONS, BEST, BAR);
      measured.ratio(findings, "goodput, 1.5 x rate", TooManyRequests.NAME, BEST, BAR);
      measured.ratio(findings, "with / without the patrol", BEST, WithoutPatrol.NAME, PATROL_BAR);
    }
    return findings.report(name());
  }

  /** The number of connections that gives the most. */
  private static AtItsBest best(
      BenchSaleServer server,
      SeatSupply seats,
      OverloadSchedule schedule,
      ProgressPrinter journal,
      Findings findings)
      throws Exception {
    List<ClaimLoad> cases = new ArrayList<>();
    for (int connections : CONNECTIONS) {
      cases.add(ClaimLoad.closed(connections + " connections", server, seats, connections));
    }
    Measured measured = Measured.inTurns(cases, schedule.search(), journal);
    measured.tell(findings);
    int connections = CONNECTIONS.getFirst();
    double most = 0;
    for (ClaimLoad each : cases) {
      double rate = measured.rate(each.name()).orElseThrow();
      if (rate > most) {
        most = rate;
        connections = each.connections();
      }
    }
    return new AtItsBest(ClaimLoad.closed(BEST, server, seats, connections), most);
  }
}
