package dev.stampede.bench.fairness;

import dev.stampede.bench.report.Benchmark;
import dev.stampede.bench.report.Effort;
import dev.stampede.bench.report.ProgressPrinter;
import dev.stampede.bench.report.Report;
import dev.stampede.bench.sale.BenchSaleServer;
import dev.stampede.bench.sale.DistinctSeats;
import dev.stampede.bench.sale.EchoLoad;
import dev.stampede.bench.sale.HttpRound;
import dev.stampede.bench.sale.SeatSupply;
import dev.stampede.bench.services.BenchServices;
import dev.stampede.bench.turns.Case;
import dev.stampede.bench.turns.Findings;
import dev.stampede.bench.turns.Measured;
import dev.stampede.crowd.LoadPace;
import dev.stampede.embedded.ServiceKind;
import dev.stampede.embedded.ServiceReporter;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;

/**
 * Measures the sales of one show while another one is sold out and asked for, or is asked for three
 * times what can be served; against its sales beside as many requests that do nothing.
 */
public final class FairnessBenchmark implements Benchmark {

  private static final String BESIDE_ECHOES = "a show beside 256 echoes";
  private static final String BESIDE_SOLD_OUT = "a show beside 256 x best, sold out";
  private static final String BESIDE_KEYED = "a show beside 256 x best, sold out, keyed";
  private static final String LIGHT_BESIDE_ECHOES = "a light show beside 3 x the rate in echoes";
  private static final String LIGHT_BESIDE_RUSH = "a light show beside 3 x the rate in claims";
  private static final String MOST = "256 connections, closed loop";

  private static final double GOODPUT_BAR = 0.90;
  private static final double REFUSALS_BAR = 0.70;
  private static final double TIMES_P99 = 2;
  private static final double TIMES_RATE = 3;
  private static final int SEATS_OF_A_SHOW = 200_000;
  private static final int MOST_PER_SECOND = 20_000;

  /** Clients of the other show, who ask again as soon as they are answered. */
  private static final int CLIENTS = 32;

  private static final double LIGHT_PER_SECOND = 200;

  @Override
  public String name() {
    return "fairness";
  }

  @Override
  public String question() {
    return "what a show sells beside one that is sold out or rushed, against beside as many echoes";
  }

  @Override
  public Report run(Effort effort, ProgressPrinter journal) throws Exception {
    Findings findings = new Findings();
    FairnessSchedule schedule = FairnessSchedule.of(effort);
    // The patience of the server is that of its clients.
    Map<String, String> settings =
        Map.of("STAMPEDE_CLAIM_PATIENCE", FairnessCase.DEADLINE.toMillis() + "ms");
    try (BenchServices embedded =
            BenchServices.start(
                EnumSet.allOf(ServiceKind.class), new ServiceReporter(journal::say));
        BenchSaleServer server = BenchSaleServer.start(embedded, "fairness", 1, settings)) {
      journal.say("the server is up");
      SeatSupply seats = SeatSupply.ofHolds(server, SEATS_OF_A_SHOW);
      DistinctSeats most = new DistinctSeats(MOST, server, seats, MOST_PER_SECOND);
      most.warmUp(schedule.warmUp().dividedBy(4));
      if (effort.includes("sold-out") || effort.includes("sold out")) {
        soldOut(server, seats, schedule, effort, journal, findings);
      }
      if (effort.includes("light show")) {
        rush(server, seats, most, schedule, journal, findings);
      }
    }
    return findings.report(name());
  }

  private static void soldOut(
      BenchSaleServer server,
      SeatSupply seats,
      FairnessSchedule schedule,
      Effort effort,
      ProgressPrinter journal,
      Findings findings)
      throws Exception {
    SoldOut soldOut = SoldOut.of(server);
    journal.say("%,d seats are sold out".formatted(soldOut.show().seats()));
    Measured refusals =
        Measured.inTurns(List.of(new EchoLoad(server), soldOut), schedule.refusals(), journal);
    refusals.tell(findings);
    refusals.ratio(findings, "sold out / echo", SoldOut.NAME, EchoLoad.NAME, REFUSALS_BAR);

    FairnessCase.Light closed = new FairnessCase.Light(new LoadPace.Closed(), CLIENTS);
    int others = HttpRound.CONNECTIONS;
    List<Case> cases = new ArrayList<>();
    cases.add(
        new FairnessCase(
            BESIDE_ECHOES,
            server,
            seats,
            closed,
            CompetingLoad.closed(others, CompetingLoad.echoes(server))));
    cases.add(
        new FairnessCase(
            BESIDE_SOLD_OUT,
            server,
            seats,
            closed,
            CompetingLoad.closed(others, CompetingLoad.bestOf(server, soldOut.show()))));
    if (!effort.quick()) {
      cases.add(
          new FairnessCase(
              BESIDE_KEYED,
              server,
              seats,
              closed,
              CompetingLoad.closed(others, CompetingLoad.bestWithKeys(server, soldOut.show()))));
    }
    Measured beside = Measured.inTurns(cases, schedule.beside(), journal);
    beside.tell(findings);
    beside.ratio(findings, "goodput, sold out", BESIDE_SOLD_OUT, BESIDE_ECHOES, GOODPUT_BAR);
    beside.ratio(findings, "goodput, sold out, keyed", BESIDE_KEYED, BESIDE_ECHOES, 0);
  }

  private static void rush(
      BenchSaleServer server,
      SeatSupply seats,
      DistinctSeats most,
      FairnessSchedule schedule,
      ProgressPrinter journal,
      Findings findings)
      throws Exception {
    // A server that is not warm serves a fraction, of which three times is no rush.
    most.warmUp(schedule.warmUp().dividedBy(2));
    double perSecond = most.measure(schedule.refusals().round()).ratePerSecond();
    double rush = TIMES_RATE * perSecond;
    journal.say("the most: %,.0f a second; a rush is %,.0f".formatted(perSecond, rush));
    FairnessCase.Light open =
        new FairnessCase.Light(
            new LoadPace.Open(LIGHT_PER_SECOND, (int) LIGHT_PER_SECOND), CLIENTS * 2);
    SeatSupply rushed = SeatSupply.ofHolds(server, SEATS_OF_A_SHOW);
    Measured beside =
        Measured.inTurns(
            List.of(
                new FairnessCase(
                    LIGHT_BESIDE_ECHOES,
                    server,
                    seats,
                    open,
                    CompetingLoad.open(rush, CompetingLoad.echoes(server))),
                new FairnessCase(
                    LIGHT_BESIDE_RUSH, server, seats, open, CompetingLoad.claiming(rush, rushed))),
            schedule.beside(),
            journal);
    beside.tell(findings);
    beside.ratio(findings, "goodput, rush", LIGHT_BESIDE_RUSH, LIGHT_BESIDE_ECHOES, GOODPUT_BAR);
    beside.p99Within(findings, "2 x p99, rush", LIGHT_BESIDE_RUSH, TIMES_P99, LIGHT_BESIDE_ECHOES);
    findings.figure("claims a second, alone", perSecond);
  }
}
