package dev.stampede.bench.overload;

import dev.stampede.bench.Benchmark;
import dev.stampede.bench.Effort;
import dev.stampede.bench.Journal;
import dev.stampede.bench.Report;
import dev.stampede.bench.house.House;
import dev.stampede.bench.house.ServiceNews;
import dev.stampede.bench.sale.SaleServer;
import dev.stampede.bench.sale.SeatSupply;
import dev.stampede.bench.turns.Findings;
import dev.stampede.bench.turns.Measured;
import dev.stampede.crowd.Pace;
import dev.stampede.embedded.Service;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;

/**
 * How many claims still succeed in time when more come than can be served: with three times the
 * connections that give the most, and at one and a half times that rate whether or not anybody was
 * answered.
 */
public final class OverloadBenchmark implements Benchmark {

  static final String BEST = "at its best";
  static final String MORE_CONNECTIONS = "3 x the connections, closed loop";
  static final String MORE_REQUESTS = "1.5 x the rate, open loop";

  private static final List<Integer> CONNECTIONS = List.of(64, 128, 256, 512);
  private static final int TIMES_CONNECTIONS = 3;
  private static final double TIMES_RATE = 1.5;
  private static final double BAR = 0.80;
  private static final int SEATS_OF_A_SHOW = 200_000;

  /**
   * Enough that it is the server who turns people away and not the generator: as many as come
   * within most of a second.
   */
  private static final double CONNECTIONS_PER_RATE = 0.6;

  private static final int MOST_CONNECTIONS = 8_000;

  @Override
  public String name() {
    return "overload";
  }

  @Override
  public String question() {
    return "claims that succeed within 2 s when more come than can be served, against the most there can be";
  }

  @Override
  public Report run(Effort effort, Journal journal) throws Exception {
    Findings findings = new Findings();
    OverloadSchedule schedule = OverloadSchedule.of(effort);
    // The patience of the server is that of its clients.
    Map<String, String> settings =
        Map.of("STAMPEDE_CLAIM_PATIENCE", ClaimLoad.DEADLINE.toMillis() + "ms");
    try (House house = House.start(EnumSet.allOf(Service.class), new ServiceNews(journal));
        SaleServer server = SaleServer.start(house, "overload", 1, settings)) {
      journal.say("the server is up");
      SeatSupply seats = SeatSupply.ofHolds(server, SEATS_OF_A_SHOW);
      Best best = best(server, seats, schedule, journal, findings);
      journal.say(
          "the most: %,.0f a second with %d connections"
              .formatted(best.perSecond(), best.connections()));
      double perSecond = TIMES_RATE * best.perSecond();
      List<ClaimLoad> cases =
          List.of(
              ClaimLoad.closed(BEST, server, seats, best.connections()),
              ClaimLoad.closed(
                  MORE_CONNECTIONS, server, seats, TIMES_CONNECTIONS * best.connections()),
              open(server, seats, perSecond, schedule));
      Measured measured = Measured.inTurns(cases, schedule.overload(), journal);
      measured.tell(findings);
      measured.ratio(findings, "goodput, 3 x connections", MORE_CONNECTIONS, BEST, BAR);
      measured.ratio(findings, "goodput, 1.5 x rate", MORE_REQUESTS, BEST, BAR);
    }
    return findings.report(name());
  }

  /** The number of connections that gives the most, and how much that is. */
  private record Best(int connections, double perSecond) {}

  private static Best best(
      SaleServer server,
      SeatSupply seats,
      OverloadSchedule schedule,
      Journal journal,
      Findings findings)
      throws Exception {
    List<ClaimLoad> cases = new ArrayList<>();
    for (int connections : CONNECTIONS) {
      cases.add(ClaimLoad.closed(connections + " connections", server, seats, connections));
    }
    Measured measured = Measured.inTurns(cases, schedule.search(), journal);
    measured.tell(findings);
    Best best = new Best(CONNECTIONS.getFirst(), 0);
    for (ClaimLoad each : cases) {
      double rate = measured.rate(each.name()).orElseThrow();
      if (rate > best.perSecond()) {
        best = new Best(each.connections(), rate);
      }
    }
    return best;
  }

  private static ClaimLoad open(
      SaleServer server, SeatSupply seats, double perSecond, OverloadSchedule schedule) {
    int backlog = (int) Math.ceil(perSecond * ClaimLoad.BACKLOG.toMillis() / 1e3);
    int connections =
        (int) Math.clamp(perSecond * CONNECTIONS_PER_RATE, CONNECTIONS.getLast(), MOST_CONNECTIONS);
    return new ClaimLoad(
        MORE_REQUESTS,
        server,
        seats,
        new Pace.Open(perSecond, backlog),
        connections,
        schedule.settle());
  }
}
