package dev.stampede.bench.idle;

import dev.stampede.bench.report.Benchmark;
import dev.stampede.bench.report.Effort;
import dev.stampede.bench.report.ProgressPrinter;
import dev.stampede.bench.report.Report;
import dev.stampede.bench.report.Row;
import dev.stampede.bench.sale.BenchSaleServer;
import dev.stampede.bench.services.BenchServices;
import dev.stampede.bench.turns.Findings;
import dev.stampede.embedded.ServiceKind;
import dev.stampede.embedded.ServiceReporter;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Measures the cost of a server that nobody uses: as it is after {@code ./stampede up}, and then
 * with ten thousand waiting rooms besides. There is no peer: each ratio is the bar over what was
 * used, so that one or more is within it.
 */
public final class IdleBenchmark implements Benchmark {

  private static final String NAME = "idle";
  private static final String DEMO = "two demo shows";
  private static final String ROOMS = "10,000 waiting rooms";
  private static final int ROOM_COUNT = 10_000;

  private static final double PERCENT = 2;
  private static final double COMMITS = 5;
  private static final double COMMANDS = 20;
  private static final double ROOMS_PERCENT = 3;
  private static final double ROOMS_COMMANDS = 100;

  /** Ten thousand lines of one room's own series would be more than ten times this. */
  private static final double METRICS_BYTES = 1_000_000;

  /** As long as the slowest of the loops pauses, so that a run of each is in it. */
  private static final Duration WINDOW = Duration.ofSeconds(60);

  private static final Duration QUICK_WINDOW = Duration.ofSeconds(30);

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String question() {
    return "what a server costs that nobody uses, alone and with 10,000 waiting rooms";
  }

  @Override
  public Report run(Effort effort, ProgressPrinter journal) throws Exception {
    Findings findings = new Findings();
    Duration window = effort.quick() ? QUICK_WINDOW : WINDOW;
    try (BenchServices embedded =
            BenchServices.start(
                EnumSet.allOf(ServiceKind.class), new ServiceReporter(journal::say));
        BenchSaleServer server =
            BenchSaleServer.start(embedded, NAME, 1, Map.of("STAMPEDE_DEMO", "true"))) {
      if (effort.includes(DEMO)) {
        findings.part(DEMO, journal, () -> demo(server, window, findings, journal));
      }
      if (effort.includes(ROOMS)) {
        findings.part(ROOMS, journal, () -> rooms(server, window, findings, journal));
      }
    }
    return findings.report(NAME);
  }

  private static void demo(
      BenchSaleServer server, Duration window, Findings findings, ProgressPrinter journal)
      throws Exception {
    IdleWindow demo = measure(server, DEMO, window, findings, journal);
    findings.ratio("2 % of a core / server", PERCENT / demo.serverPercent(), 1);
    findings.ratio("5 / commits a second", COMMITS / demo.commits(), 1);
    findings.ratio("20 / Redis commands a second", COMMANDS / demo.commands(), 1);
    demo.tell(findings, DEMO);
  }

  private static void rooms(
      BenchSaleServer server, Duration window, Findings findings, ProgressPrinter journal)
      throws Exception {
    long begin = System.nanoTime();
    ManyRooms.create(server, ROOM_COUNT);
    journal.say("%s made in %d s".formatted(ROOMS, (System.nanoTime() - begin) / 1_000_000_000));
    IdleWindow rooms = measure(server, ROOMS, window, findings, journal);
    findings.ratio("rooms: 3 % of a core / server", ROOMS_PERCENT / rooms.serverPercent(), 1);
    findings.ratio("rooms: 100 / Redis commands a second", ROOMS_COMMANDS / rooms.commands(), 1);
    findings.ratio("rooms: 1 MB / size of metrics", METRICS_BYTES / rooms.metricsBytes(), 1);
    rooms.tell(findings, ROOMS);
  }

  /** The row's rate is that of commits. */
  private static IdleWindow measure(
      BenchSaleServer server,
      String name,
      Duration length,
      Findings findings,
      ProgressPrinter journal)
      throws Exception {
    journal.say("waiting for quiet: " + name);
    Quiet.await(server);
    IdleWindow window = IdleWindow.of(server, length);
    String note =
        String.format(
            Locale.ROOT,
            "%.2f %% of a core, %.1f commits/s, %.1f Redis commands/s, %,d bytes of /metrics",
            window.serverPercent(),
            window.commits(),
            window.commands(),
            window.metricsBytes());
    journal.say("%s: %s".formatted(name, note));
    findings.row(
        new Row(name, window.commits(), OptionalDouble.empty(), OptionalDouble.empty(), note));
    return window;
  }
}
