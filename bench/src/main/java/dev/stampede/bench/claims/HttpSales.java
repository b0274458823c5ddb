package dev.stampede.bench.claims;

import dev.stampede.bench.report.Effort;
import dev.stampede.bench.report.ProgressPrinter;
import dev.stampede.bench.report.Row;
import dev.stampede.bench.sale.BenchSaleServer;
import dev.stampede.bench.sale.DistinctSeats;
import dev.stampede.bench.sale.EchoLoad;
import dev.stampede.bench.sale.HttpRound;
import dev.stampede.bench.sale.SeatSupply;
import dev.stampede.bench.services.BenchServices;
import dev.stampede.bench.turns.Case;
import dev.stampede.bench.turns.Findings;
import dev.stampede.bench.turns.Measured;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Everything measured over HTTP: a server for each way to claim, both up all the time. */
final class HttpSales {

  static final String GROUP_COMMIT = "http group-commit";
  static final String PER_REQUEST = "http per-request";

  private static final List<String> CASES =
      List.of(
          EchoLoad.NAME,
          GROUP_COMMIT,
          PER_REQUEST,
          HotSeat.NAME,
          BestUntilSoldOut.NAME,
          SeatsView.NAME,
          HalfRate.NAME);

  private static final double MILLIS_ALLOWED = 25;
  private static final double UPDATES_ALLOWED = 20;
  private static final double BYTES_ALLOWED = 30_000;
  static final int MOST_GROUPED_PER_SECOND = 30_000;
  static final int GROUPED_SHOW = 200_000;
  private static final int MOST_PER_REQUEST_PER_SECOND = 8_000;
  private static final int PER_REQUEST_SHOW = 60_000;

  /** Suits one transaction for each claim; the default is meant for groups. */
  private static final String PER_REQUEST_CONNECTIONS = "32";

  private static final Duration UPDATES = Duration.ofMillis(500);

  private final BenchServices embedded;
  private final Effort effort;
  private final ProgressPrinter journal;
  private final ClaimsSchedule schedule;

  HttpSales(BenchServices embedded, Effort effort, ProgressPrinter journal) {
    this.embedded = embedded;
    this.effort = effort;
    this.journal = journal;
    this.schedule = ClaimsSchedule.of(effort);
  }

  static boolean wanted(Effort effort) {
    return CASES.stream().anyMatch(effort::includes);
  }

  void measure(Findings findings) throws Exception {
    // The first alone: it may have to build, and two builds at once would collide.
    try (ExecutorService side = Executors.newVirtualThreadPerTaskExecutor();
        BenchSaleServer grouped = start("group_commit", 1, Map.of())) {
      Future<Optional<BenchSaleServer>> starting = side.submit(this::startPerRequest);
      try {
        List<SeatsView> view = new ArrayList<>();
        if (effort.includes(SeatsView.NAME)) {
          findings.part(SeatsView.NAME, journal, () -> view.add(SeatsView.of(grouped)));
        }
        List<BenchSaleServer> each = new ArrayList<>();
        findings.part(PER_REQUEST, journal, () -> started(starting).ifPresent(each::add));
        measure(findings, grouped, each.stream().findFirst(), view.stream().findFirst());
      } finally {
        closeOnceStarted(starting);
      }
    }
  }

  private void measure(
      Findings findings,
      BenchSaleServer grouped,
      Optional<BenchSaleServer> perRequest,
      Optional<SeatsView> view)
      throws Exception {
    SeatSupply seats = SeatSupply.ofHolds(grouped, GROUPED_SHOW);
    Case distinct = new DistinctSeats(GROUP_COMMIT, grouped, seats, MOST_GROUPED_PER_SECOND);
    List<Case> cases = new ArrayList<>(List.of(new EchoLoad(grouped), distinct));
    perRequest.map(HttpSales::distinctSeatsOneByOne).ifPresent(cases::add);
    cases.add(new HotSeat(grouped));
    view.ifPresent(cases::add);
    journal.say("%s, %d connections".formatted(schedule.turns(), HttpRound.CONNECTIONS));
    Measured measured = Measured.inTurns(included(cases), schedule.turns(), journal);
    measured.tell(findings);
    ratios(findings, measured);
    if (view.isPresent()) {
      findings.part("bytes of seats", journal, () -> compressed(findings, view.get()));
    }
    if (effort.includes(BestUntilSoldOut.NAME)) {
      findings.part(
          BestUntilSoldOut.NAME,
          journal,
          () -> best(findings, distinct, new BestUntilSoldOut(grouped)));
    }
    OptionalDouble max = measured.rate(GROUP_COMMIT);
    if (effort.includes(HalfRate.NAME) && max.isPresent()) {
      findings.part(
          HalfRate.NAME,
          journal,
          () -> halfRate(findings, new HalfRate(grouped, seats), max.getAsDouble()));
    }
  }

  private List<Case> included(List<Case> cases) {
    return cases.stream()
        .filter(each -> effort.includes(each.name()))
        .<Case>map(each -> new OnceQuiet(each, schedule.quiet()))
        .toList();
  }

  private static Case distinctSeatsOneByOne(BenchSaleServer server) {
    return new DistinctSeats(
        PER_REQUEST,
        server,
        SeatSupply.ofHolds(server, PER_REQUEST_SHOW),
        MOST_PER_REQUEST_PER_SECOND);
  }

  private static void ratios(Findings findings, Measured measured) {
    String grouped = GROUP_COMMIT;
    measured.ratio(findings, "http group / per-request", grouped, PER_REQUEST, 7);
    measured.ratio(findings, "http group / echo", grouped, EchoLoad.NAME, 0.25);
    measured.ratio(findings, "hot seat refused / echo", HotSeat.NAME, EchoLoad.NAME, 0.85);
    measured.ratio(findings, "seats unchanged / echo", SeatsView.NAME, EchoLoad.NAME, 0.6);
  }

  private void compressed(Findings findings, SeatsView view) throws InterruptedException {
    int bytes = view.compressedBytes();
    journal.say("50,000 seats, a third of them held, compressed: %,d bytes".formatted(bytes));
    findings.ratio("30,000 / bytes of seats", BYTES_ALLOWED / bytes, 1);
  }

  /** Fewer rounds than the others, each with distinct seats just before. */
  private void best(Findings findings, Case distinct, Case best) throws Exception {
    best.warmUp(schedule.turns().warmUp());
    Measured measured =
        Measured.inTurns(
            included(List.of(distinct, best)),
            schedule.sellOuts(),
            schedule.turns().round(),
            journal);
    measured.tell(findings, best.name());
    measured.ratio(findings, "best two / distinct seats", best.name(), distinct.name(), 0.5);
  }

  private void halfRate(Findings findings, HalfRate half, double maxPerSecond) throws Exception {
    Row update;
    try (Connection connection = embedded.connect()) {
      update = SingleUpdate.measure(connection, UPDATES);
    }
    Row row = half.measure(maxPerSecond, schedule);
    findings.row(update);
    findings.row(row);
    double p99 = row.p99Millis().orElseThrow();
    findings.ratio("25 ms / p99 at half rate", MILLIS_ALLOWED / p99, 1);
    findings.ratio(
        "20 updates' p50 / p99", UPDATES_ALLOWED * update.p50Millis().orElseThrow() / p99, 0);
  }

  private Optional<BenchSaleServer> startPerRequest() throws Exception {
    if (!effort.includes(PER_REQUEST)) {
      return Optional.empty();
    }
    Map<String, String> settings =
        Map.of("STAMPEDE_CLAIMS", "per-request", "DATABASE_POOL_SIZE", PER_REQUEST_CONNECTIONS);
    return Optional.of(start("per_request", 2, settings));
  }

  private BenchSaleServer start(String name, int redisDatabase, Map<String, String> settings)
      throws Exception {
    BenchSaleServer server = BenchSaleServer.start(embedded, name, redisDatabase, settings);
    journal.say("server %s is up".formatted(name));
    return server;
  }

  private static Optional<BenchSaleServer> started(Future<Optional<BenchSaleServer>> starting)
      throws InterruptedException {
    try {
      return starting.get();
    } catch (ExecutionException e) {
      Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
      throw new IllegalStateException(cause.getMessage(), cause);
    }
  }

  private static void closeOnceStarted(Future<Optional<BenchSaleServer>> starting)
      throws InterruptedException {
    try {
      starting.get().ifPresent(BenchSaleServer::close);
    } catch (ExecutionException e) {
      // It never started, which has been said.
    }
  }
}
