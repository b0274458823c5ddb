package dev.stampede.bench.pages;

import dev.stampede.bench.Benchmark;
import dev.stampede.bench.Effort;
import dev.stampede.bench.Journal;
import dev.stampede.bench.Report;
import dev.stampede.bench.house.House;
import dev.stampede.bench.sale.SaleServer;
import dev.stampede.bench.turns.Findings;
import dev.stampede.embedded.Service;
import dev.stampede.embedded.ServiceNews;
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
  public Report run(Effort effort, Journal journal) throws Exception {
    Findings findings = new Findings();
    PagesSchedule schedule = PagesSchedule.of(effort);
    EnumSet<Service> services = EnumSet.of(Service.POSTGRESQL, Service.REDIS, Service.KAFKA);
    try (House house = House.start(services, new ServiceNews(journal::say));
        SaleServer server = SaleServer.start(house, "pages", 1, Map.of())) {
      journal.say("the server is up");
      if (effort.includes("map") || effort.includes("bytes")) {
        try (Chromium chromium = Chromium.start()) {
          findings.note(
              "Chromium %s, without a graphics card, on the processors of the server"
                  .formatted(chromium.version()));
          new WireTrial(server, chromium).measure(effort, findings);
          new MapTrial(server, chromium, schedule, journal).measure(effort, findings);
        }
      }
      new WatchTrial(server, schedule, journal).measure(effort, findings);
    }
    return findings.report(name());
  }
}
