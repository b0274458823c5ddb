package dev.stampede.bench.pages;

import dev.stampede.bench.report.Benchmark;
import dev.stampede.bench.report.Effort;
import dev.stampede.bench.report.ProgressPrinter;
import dev.stampede.bench.report.Report;
import dev.stampede.bench.sale.BenchSaleServer;
import dev.stampede.bench.services.BenchServices;
import dev.stampede.bench.turns.Findings;
import dev.stampede.embedded.ServiceKind;
import dev.stampede.embedded.ServiceReporter;
import dev.stampede.harness.InstalledChromium;
import java.util.EnumSet;
import java.util.Map;

/**
 * Measures the cost of the pages: the time until a large map can be seen and how smooth it stays,
 * the bytes before it, and the server's share of a core while thousands watch their place.
 */
public final class PagesBenchmark implements Benchmark {

  @Override
  public String name() {
    return "pages";
  }

  @Override
  public String question() {
    return "50,000 seats in a browser, the bytes before them, and 2,000 who watch their place";
  }

  @Override
  public Report run(Effort effort, ProgressPrinter journal) throws Exception {
    Findings findings = new Findings();
    PagesSchedule schedule = PagesSchedule.of(effort);
    EnumSet<ServiceKind> services =
        EnumSet.of(ServiceKind.POSTGRESQL, ServiceKind.REDIS, ServiceKind.KAFKA);
    try (BenchServices embedded = BenchServices.start(services, new ServiceReporter(journal::say));
        BenchSaleServer server = BenchSaleServer.start(embedded, "pages", 1, Map.of())) {
      journal.say("the server is up");
      if (effort.includes("map") || effort.includes("bytes")) {
        try (InstalledChromium chromium = InstalledChromium.start()) {
          findings.note(
              "Chromium %s, without a graphics card, on the processors of the server"
                  .formatted(chromium.version()));
          new PageBytes(server, chromium).measure(effort, findings);
          new SeatMapSpeed(server, chromium, schedule, journal).measure(effort, findings);
        }
      }
      new WatcherCost(server, schedule, journal).measure(effort, findings);
    }
    return findings.report(name());
  }
}
