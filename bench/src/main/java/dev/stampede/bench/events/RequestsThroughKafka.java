package dev.stampede.bench.events;

import dev.stampede.bench.report.Effort;
import dev.stampede.bench.report.ProgressPrinter;
import dev.stampede.bench.sale.BenchSaleServer;
import dev.stampede.bench.sale.HttpRound;
import dev.stampede.bench.sale.SeatSupply;
import dev.stampede.bench.services.BenchServices;
import dev.stampede.bench.turns.Case;
import dev.stampede.bench.turns.CaseSample;
import dev.stampede.bench.turns.Findings;
import dev.stampede.bench.turns.Measured;
import dev.stampede.crowd.BuyerScript;
import dev.stampede.engine.claim.WalletLimits;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * The same bookings, of seats that nobody else wants, by as many connections: answered when they
 * are decided, and accepted into Kafka and decided in their turn. The rate counts decided bookings,
 * until the last of them was decided.
 */
final class RequestsThroughKafka {

  private static final String WAITED = "bookings waited for";
  private static final String REQUESTED = "bookings through Kafka";

  private static final double BAR = 0.5;
  private static final int MOST_PER_SECOND = 20_000;
  private static final int SHOWS = 8;
  private static final int SEATS_OF_A_SHOW = 50_000;
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final Duration LOOK = Duration.ofMillis(20);

  private final BenchServices embedded;
  private final EventsSchedule schedule;
  private final ProgressPrinter journal;

  RequestsThroughKafka(BenchServices embedded, EventsSchedule schedule, ProgressPrinter journal) {
    this.embedded = embedded;
    this.schedule = schedule;
    this.journal = journal;
  }

  static boolean wanted(Effort effort) {
    return effort.includes(WAITED) || effort.includes(REQUESTED);
  }

  void measure(Findings findings) throws Exception {
    Map<String, String> settings = Map.of("KAFKA_TOPIC_PREFIX", "requests.");
    try (BenchSaleServer server = BenchSaleServer.start(embedded, "requests", 6, settings)) {
      server.topUpAll(WalletLimits.DEFAULT.maxTopUp());
      List<Case> cases =
          List.of(
              new Bookings(
                  WAITED,
                  server,
                  201,
                  IntStream.range(0, SHOWS)
                      .mapToObj(_ -> SeatSupply.ofBookings(server, SEATS_OF_A_SHOW))
                      .toList()),
              new Bookings(
                  REQUESTED,
                  server,
                  202,
                  IntStream.range(0, SHOWS)
                      .mapToObj(_ -> SeatSupply.ofRequests(server, SEATS_OF_A_SHOW))
                      .toList()));
      Measured measured = Measured.inTurns(cases, schedule.cost(), journal);
      measured.tell(findings);
      measured.ratio(findings, "bookings through Kafka / waited for", REQUESTED, WAITED, BAR);
    }
  }

  /**
   * Bookings in several shows at once, each with a section of its own, and so several partitions.
   *
   * @param status of a good answer; behind a 202 the outcome is waited for
   */
  private record Bookings(String name, BenchSaleServer server, int status, List<SeatSupply> shows)
      implements Case {

    @Override
    public void warmUp(Duration duration) throws InterruptedException {
      measure(duration);
    }

    @Override
    public CaseSample measure(Duration duration) throws InterruptedException {
      double seconds = duration.plus(HttpRound.SETTLE).toMillis() / 1e3;
      int each = (int) Math.ceil(seconds * MOST_PER_SECOND / SHOWS);
      List<SeatSupply.Batch> batches =
          List.copyOf(
              IntStream.range(0, SHOWS).mapToObj(show -> batch(shows.get(show), each)).toList());
      long before = decided();
      long start = System.nanoTime();
      HttpRound round =
          HttpRound.closed(server, duration, _ -> inTurn(batches)).onlyAnswering(name, status);
      batches.forEach(SeatSupply.Batch::close);
      if (status != 202) {
        return round.sample(status);
      }
      long accepted = round.load().answered(202);
      double accepting = (System.nanoTime() - start) / 1e9;
      while (decided() - before < accepted) {
        if (System.nanoTime() - start > PATIENCE.toNanos()) {
          throw new IllegalStateException(
              "of %d requests %d were decided within %s"
                  .formatted(accepted, decided() - before, PATIENCE));
        }
        LockSupport.parkNanos(LOOK.toNanos());
      }
      double all = (System.nanoTime() - start) / 1e9;
      return new CaseSample(
          accepted / all,
          OptionalDouble.of(round.load().latency().p50Millis()),
          OptionalDouble.of(round.load().latency().p99Millis()),
          String.format(
              Locale.ROOT,
              "accepted within %.2f s, the last decided %.2f s later; %s",
              accepting,
              all - accepting,
              round.processors()));
    }

    private static SeatSupply.Batch batch(SeatSupply supply, int count) {
      try {
        return supply.claims(count);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while a show was made", e);
      }
    }

    /** One from each show after the other; one event loop asks for all connections. */
    private static BuyerScript inTurn(List<SeatSupply.Batch> batches) {
      int[] next = new int[1];
      return () -> batches.get(next[0]++ % batches.size()).next();
    }

    private long decided() {
      try (Connection connection = BenchServices.connect(server.databaseUrl());
          Statement statement = connection.createStatement();
          ResultSet row = statement.executeQuery("SELECT count(*) FROM request_outcome")) {
        row.next();
        return row.getLong(1);
      } catch (SQLException e) {
        throw new IllegalStateException("the outcomes cannot be counted", e);
      }
    }
  }
}
