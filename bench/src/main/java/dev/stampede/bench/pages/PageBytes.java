package dev.stampede.bench.pages;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import dev.stampede.bench.report.Effort;
import dev.stampede.bench.report.Row;
import dev.stampede.bench.sale.BenchSaleServer;
import dev.stampede.bench.sale.SaleShow;
import dev.stampede.bench.turns.Findings;
import dev.stampede.harness.InstalledChromium;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.concurrent.CopyOnWriteArrayList;
import tools.jackson.databind.node.ObjectNode;

/**
 * Measures the bytes on the wire to a buyer who has never been here, as the browser counts them.
 */
final class PageBytes {

  private static final double BUDGET_BYTES = 120_000;

  private final BenchSaleServer server;
  private final InstalledChromium chromium;

  PageBytes(BenchSaleServer server, InstalledChromium chromium) {
    this.server = server;
    this.chromium = chromium;
  }

  void measure(Effort effort, Findings findings) throws InterruptedException {
    if (!effort.includes("bytes")) {
      return;
    }
    SaleShow line = server.newShow(1, 1, PageBytes::withLineThatStands);
    LargeShow large = LargeShow.open(server);
    try (BrowserContext visitor =
        chromium.visitor("http://localhost:" + server.target().address().getPort())) {
      Page page = visitor.newPage();
      List<Request> answered = new CopyOnWriteArrayList<>();
      page.onRequestFinished(answered::add);
      page.navigate("/");
      page.locator("#main h1").first().waitFor();
      page.navigate("/shows/" + line.id());
      page.locator("#main h1").first().waitFor();
      page.navigate("/shows/" + line.id() + "/wait");
      page.locator("[data-position]").first().waitFor();
      double before = bytes(answered);
      page.navigate(large.page());
      page.waitForFunction("() => performance.getEntriesByName('seat-map-painted').length > 0");
      double all = bytes(answered);
      findings.row(row("bytes before the seat map", before));
      findings.row(row("bytes with map and 50,000 seats", all));
      findings.ratio("120 KB / bytes before the seat map", BUDGET_BYTES / before, 1);
      findings.figure("120 KB / bytes with the seat map", BUDGET_BYTES / all);
    }
  }

  private static void withLineThatStands(ObjectNode show) {
    ObjectNode room = show.putObject("waitingRoom");
    room.put("enabled", true);
    room.put("admitPerSecond", 0);
  }

  /** Heads and bodies as they came, of everything that was answered to the end. */
  private static double bytes(List<Request> answered) {
    return answered.stream()
        .map(Request::sizes)
        .mapToLong(sizes -> (long) sizes.responseHeadersSize + sizes.responseBodySize)
        .sum();
  }

  /** A rate of bytes would mean nothing: how many such visits a megabyte is enough for. */
  private static Row row(String name, double bytes) {
    return new Row(
        name,
        1_000_000 / bytes,
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        String.format(Locale.ROOT, "visits a megabyte; %,.0f bytes each", bytes));
  }
}
