package dev.stampede.bench.cost;

import dev.stampede.bench.report.Benchmark;
import dev.stampede.bench.report.Effort;
import dev.stampede.bench.report.ProgressPrinter;
import dev.stampede.bench.report.Report;
import dev.stampede.bench.report.Row;
import dev.stampede.bench.sale.BenchSaleServer;
import dev.stampede.bench.sale.HttpRound;
import dev.stampede.bench.sale.SeatSupply;
import dev.stampede.bench.services.BenchServices;
import dev.stampede.bench.turns.CaseSample;
import dev.stampede.bench.turns.Findings;
import dev.stampede.embedded.ServiceKind;
import dev.stampede.embedded.ServiceReporter;
import dev.stampede.engine.claim.WalletLimits;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;

/**
 * Breaks down the cost of a claim, and of a booking in one step: every processor, row, byte of log,
 * command and message that a sale of distinct seats uses, over the seats. Deferred work counts too,
 * until the last event has been told.
 */
public final class CostBenchmark implements Benchmark {

  private static final String CLAIMS = "claims of distinct seats";
  private static final String BOOKINGS = "bookings of distinct seats";
  private static final String NAME = "cost";
  private static final String TOPICS = NAME + ".";

  private static final double BUDGET_MICROS = 110;
  private static final int SEATS_OF_A_SHOW = 200_000;

  /** Shorter than it takes to sell half a show, so that one show does for several. */
  private static final Duration PIECE = Duration.ofSeconds(5);

  private static final int CLAIMS_OF_A_PIECE = 100_000;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String question() {
    return "what one claim and one booking cost each process, thread, table, command and topic";
  }

  @Override
  public Report run(Effort effort, ProgressPrinter journal) throws Exception {
    Findings findings = new Findings();
    CostSchedule schedule = CostSchedule.of(effort);
    try (BenchServices embedded =
            BenchServices.start(
                EnumSet.allOf(ServiceKind.class), new ServiceReporter(journal::say));
        BenchSaleServer server =
            BenchSaleServer.start(embedded, NAME, 1, Map.of("KAFKA_TOPIC_PREFIX", TOPICS))) {
      journal.say("the server is up");
      if (effort.includes(CLAIMS)) {
        findings.part(
            CLAIMS,
            journal,
            () -> {
              SeatSupply seats = SeatSupply.ofHolds(server, SEATS_OF_A_SHOW);
              Measurement claims = measure(CLAIMS, seats, schedule, embedded, server, journal);
              tell(CLAIMS, "", claims, findings, journal);
              double micros = claims.processors().parts().sum() / claims.claims();
              findings.ratio("110 µs / processor time", BUDGET_MICROS / micros, 1);
            });
      }
      // Quick has a minute, which is enough for one of the two.
      if (effort.includes(BOOKINGS) && !(effort.quick() && effort.includes(CLAIMS))) {
        findings.part(
            BOOKINGS,
            journal,
            () -> {
              server.topUpAll(WalletLimits.DEFAULT.maxTopUp());
              SeatSupply seats = SeatSupply.ofBookings(server, SEATS_OF_A_SHOW);
              Measurement bookings = measure(BOOKINGS, seats, schedule, embedded, server, journal);
              tell(BOOKINGS, "booking: ", bookings, findings, journal);
            });
      }
    }
    return findings.report(name());
  }

  private static Measurement measure(
      String name,
      SeatSupply seats,
      CostSchedule schedule,
      BenchServices embedded,
      BenchSaleServer server,
      ProgressPrinter journal)
      throws Exception {
    long pieces = Math.max(1, schedule.warmUp().dividedBy(PIECE));
    for (int piece = 0; piece < pieces; piece++) {
      HttpRound round = round(name, server, seats.claims(CLAIMS_OF_A_PIECE), PIECE);
      journal.say("warming up: %s".formatted(round.sample(201)));
    }
    // Opened and rendered before anything is counted.
    SeatSupply.Batch claims = seats.claims(SEATS_OF_A_SHOW);
    return Measurement.of(
        embedded, server, TOPICS, () -> round(name, server, claims, schedule.window()));
  }

  private static HttpRound round(
      String name, BenchSaleServer server, SeatSupply.Batch claims, Duration duration)
      throws InterruptedException {
    HttpRound round = HttpRound.closed(server, duration, connection -> claims);
    claims.close();
    return round.onlyAnswering(name, 201);
  }

  private static void tell(
      String name,
      String prefix,
      Measurement measured,
      Findings findings,
      ProgressPrinter journal) {
    CaseSample sample = measured.round().sample(201);
    String note =
        String.format(
            Locale.ROOT,
            "%,.0f seats, all told %d ms after the last answer; %s",
            measured.claims(),
            measured.tail().toMillis(),
            sample.note());
    journal.say("%s: %s".formatted(name, note));
    findings.row(
        new Row(name, sample.ratePerSecond(), sample.p50Millis(), sample.p99Millis(), note));
    new CostFigures(prefix, measured).tell(findings);
  }
}
