package dev.stampede.bench.events;

import dev.stampede.bench.report.Effort;
import dev.stampede.bench.report.ProgressPrinter;
import dev.stampede.bench.report.Row;
import dev.stampede.bench.sale.BenchSaleServer;
import dev.stampede.bench.sale.HttpRound;
import dev.stampede.bench.sale.SeatSupply;
import dev.stampede.bench.services.BenchServices;
import dev.stampede.bench.turns.Findings;
import dev.stampede.bench.turns.Nanos;
import dev.stampede.crowd.LoadPlan;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.locks.LockSupport;

/**
 * A server that sells as fast as it can while it tells others, what is left to tell when the storm
 * is over, and, at a tenth of that, how long after the decision a consumer hears.
 */
final class HeardOverHttp {

  private static final String STORM = "http storm with relay";
  private static final String TENTH = "commit to consumer at a tenth";

  private static final int MOST_PER_SECOND = 25_000;
  private static final int SHOW = 200_000;
  private static final double DRAIN_WITHIN_SECONDS = 5;
  private static final double HEARD_WITHIN_MILLIS = 100;
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration LOOK = Duration.ofMillis(20);

  /** A storm of half a minute wants more seats than a show has. */
  private static final Duration PIECE = Duration.ofSeconds(5);

  private final BenchServices embedded;
  private final EventsSchedule schedule;
  private final ProgressPrinter journal;

  HeardOverHttp(BenchServices embedded, EventsSchedule schedule, ProgressPrinter journal) {
    this.embedded = embedded;
    this.schedule = schedule;
    this.journal = journal;
  }

  static boolean wanted(Effort effort) {
    return effort.includes(STORM) || effort.includes(TENTH);
  }

  void measure(Findings findings) throws Exception {
    Map<String, String> settings = Map.of("KAFKA_TOPIC_PREFIX", "heard.");
    try (BenchSaleServer server = BenchSaleServer.start(embedded, "heard", 5, settings)) {
      SeatSupply seats = SeatSupply.ofHolds(server, SHOW);
      double rate = storm(server, seats, findings);
      tenth(server, seats, rate / 10, findings);
    }
  }

  private double storm(BenchSaleServer server, SeatSupply seats, Findings findings)
      throws Exception {
    int pieces = (int) Math.max(1, schedule.storm().dividedBy(PIECE));
    claims(server, seats, PIECE.dividedBy(2));
    drain(server);
    double rates = 0;
    HttpRound last = null;
    for (int piece = 0; piece < pieces; piece++) {
      last = claims(server, seats, PIECE);
      rates += last.answers().ratePerSecond(201);
    }
    long lag = rows(server);
    double seconds = drain(server);
    double rate = rates / pieces;
    String note =
        String.format(Locale.ROOT, "%d left at the end, sent within %.2f s", lag, seconds);
    journal.say("%-30s %,9.0f/s  %s".formatted(STORM, rate, note));
    findings.row(new Row(STORM, rate, OptionalDouble.empty(), OptionalDouble.empty(), note));
    findings.ratio("5 s / drain after storm", DRAIN_WITHIN_SECONDS / Math.max(0.001, seconds), 1);
    return rate;
  }

  private static HttpRound claims(BenchSaleServer server, SeatSupply seats, Duration duration)
      throws InterruptedException {
    double seconds = duration.plus(HttpRound.SETTLE).toMillis() / 1e3;
    SeatSupply.Batch claims = seats.claims((int) Math.ceil(seconds * MOST_PER_SECOND));
    HttpRound round =
        HttpRound.closed(server, duration, connection -> claims).onlyAnswering(STORM, 201);
    claims.close();
    return round;
  }

  private void tenth(BenchSaleServer server, SeatSupply seats, double perSecond, Findings findings)
      throws Exception {
    Duration duration = schedule.tenth();
    try (Hearing hearing = Hearing.begin(embedded.kafkaBootstrapServers(), "heard.seat-events")) {
      double seconds = duration.plus(HttpRound.SETTLE).toMillis() / 1e3;
      SeatSupply.Batch claims = seats.claims((int) Math.ceil(seconds * perSecond) + 1);
      LoadPlan plan =
          LoadPlan.open(server.target(), perSecond, HttpRound.CONNECTIONS, duration)
              .warmUp(HttpRound.SETTLE);
      HttpRound round = HttpRound.run(server, plan, connection -> claims).onlyAnswering(TENTH, 201);
      claims.close();
      drain(server);
      Nanos heard = hearing.end();
      double p99 = heard.percentileMillis(0.99);
      String note =
          String.format(
              Locale.ROOT,
              "buyers themselves heard within %.0f ms (p99); %s",
              round.load().latency().p99Millis(),
              round.processors());
      Row row =
          new Row(
              TENTH,
              round.answers().ratePerSecond(201),
              OptionalDouble.of(heard.percentileMillis(0.5)),
              OptionalDouble.of(p99),
              note);
      journal.say(
          String.format(
              Locale.ROOT,
              "%-30s %,9.0f/s  p99 %.2f ms  %s",
              TENTH,
              row.ratePerSecond(),
              p99,
              note));
      findings.row(row);
      findings.ratio("100 ms / heard p99", HEARD_WITHIN_MILLIS / p99, 1);
    }
  }

  /** Seconds until nothing is left to tell. */
  private static double drain(BenchSaleServer server) throws SQLException {
    long start = System.nanoTime();
    while (rows(server) > 0) {
      if (System.nanoTime() - start > PATIENCE.toNanos()) {
        throw new IllegalStateException("the relay has not sent all within " + PATIENCE);
      }
      LockSupport.parkNanos(LOOK.toNanos());
    }
    return (System.nanoTime() - start) / 1e9;
  }

  private static long rows(BenchSaleServer server) throws SQLException {
    try (Connection connection = BenchServices.connect(server.databaseUrl());
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT count(*) FROM outbox")) {
      row.next();
      return row.getLong(1);
    }
  }
}
