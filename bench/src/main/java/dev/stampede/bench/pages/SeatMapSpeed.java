package dev.stampede.bench.pages;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import dev.stampede.bench.report.Effort;
import dev.stampede.bench.report.ProgressPrinter;
import dev.stampede.bench.report.Row;
import dev.stampede.bench.sale.BenchSaleServer;
import dev.stampede.bench.turns.Findings;
import dev.stampede.harness.InstalledChromium;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The seat map in a real browser, and beside it the same seats as SVG elements: how soon it can be
 * seen, and how many frames there are in a second while seats change all the time.
 */
final class SeatMapSpeed {

  private static final double FIRST_PAINT_MILLIS = 1_000;
  private static final double FRAMES_PER_SECOND = 30;

  private final BenchSaleServer server;
  private final InstalledChromium chromium;
  private final PagesSchedule schedule;
  private final ProgressPrinter journal;

  SeatMapSpeed(
      BenchSaleServer server,
      InstalledChromium chromium,
      PagesSchedule schedule,
      ProgressPrinter journal) {
    this.server = server;
    this.chromium = chromium;
    this.schedule = schedule;
    this.journal = journal;
  }

  /** The observations of one drawing of the seats. */
  private record Seen(List<Double> firstPaints, Frames still, Frames moved) {

    double firstPaint() {
      return median(firstPaints);
    }
  }

  /** Frames of a while. */
  private record Frames(
      double perSecond, double middle, double late, double paints, double painting) {

    static Frames of(Page page, Duration time, boolean moved) {
      Object found =
          page.evaluate(
              PageScript.FRAMES.text(), Map.of("millis", (double) time.toMillis(), "moved", moved));
      return new Frames(
          number(found, "perSecond"),
          number(found, "middle"),
          number(found, "late"),
          number(found, "paints"),
          number(found, "painting"));
    }

    double paintMillis() {
      return paints == 0 ? 0 : painting / paints;
    }
  }

  void measure(Effort effort, Findings findings) throws InterruptedException {
    if (!effort.includes("map")) {
      return;
    }
    LargeShow large = LargeShow.open(server);
    Seen ours = canvas(large);
    Seen svg = svg(large);
    rows(findings, "map", ours);
    rows(findings, "map as svg", svg);
    findings.ratio("1 s / first paint of map", FIRST_PAINT_MILLIS / ours.firstPaint(), 1);
    findings.ratio("frames of map / 30", ours.still().perSecond() / FRAMES_PER_SECOND, 1);
    findings.ratio("frames of map, moved / 30", ours.moved().perSecond() / FRAMES_PER_SECOND, 1);
    findings.figure("first paint of svg / of map", svg.firstPaint() / ours.firstPaint());
    findings.figure("frames of map / of svg", ours.still().perSecond() / svg.still().perSecond());
    findings.figure(
        "frames of map / of svg, moved", ours.moved().perSecond() / svg.moved().perSecond());
    findings.figure("painter ms a frame, moved", ours.moved().paintMillis());
  }

  private Seen canvas(LargeShow large) throws InterruptedException {
    List<Double> paints = new ArrayList<>();
    for (int i = 0; i < schedule.openings(); i++) {
      try (BrowserContext visitor = chromium.visitor(address())) {
        paints.add(firstPaint(visitor, large));
      }
    }
    try (BrowserContext visitor = chromium.visitor(address())) {
      firstPaint(visitor, large);
      Page page = visitor.pages().getFirst();
      page.evaluate(PageScript.TIME_PAINTER.text());
      page.evaluate(PageScript.MOVE_CANVAS.text());
      return watch(page, large, paints);
    }
  }

  private double firstPaint(BrowserContext visitor, LargeShow large) {
    visitor.addInitScript(PageScript.SHOWN.text());
    Page page = visitor.newPage();
    page.navigate(large.page());
    page.waitForFunction("() => window.benchShownAt !== undefined");
    Object seen = page.evaluate(PageScript.FIRST_PAINT.text(), large.seats());
    journal.say(
        String.format(
            Locale.ROOT,
            "map of %,d seats: painted %.0f ms, seen %.0f ms after the seats had arrived",
            LargeShow.SEATS,
            number(seen, "painted"),
            number(seen, "shown")));
    return number(seen, "shown");
  }

  private Seen svg(LargeShow large) throws InterruptedException {
    List<Double> paints = new ArrayList<>();
    for (int i = 1; i < schedule.openings(); i++) {
      try (BrowserContext visitor = chromium.visitor(address())) {
        paints.add(svg(visitor, large));
      }
    }
    try (BrowserContext visitor = chromium.visitor(address())) {
      paints.add(svg(visitor, large));
      return watch(visitor.pages().getFirst(), large, paints);
    }
  }

  private static double svg(BrowserContext visitor, LargeShow large) {
    Page page = visitor.newPage();
    page.navigate("/");
    return number(page.evaluate(PageScript.SVG.text(), large.seats()), "shown");
  }

  private Seen watch(Page page, LargeShow large, List<Double> paints) throws InterruptedException {
    try (LiveChanges changes = LiveChanges.start(server, large)) {
      Thread.sleep(Duration.ofSeconds(2)); // until the first of them are given back
      Frames still = Frames.of(page, schedule.watching(), false);
      Frames moved = Frames.of(page, schedule.watching(), true);
      journal.say(
          String.format(
              Locale.ROOT,
              "%.0f changes a second: %.1f frames a second (%.1f painted, %.2f ms each), %.1f when moved (%.2f ms)",
              changes.perSecond(),
              still.perSecond(),
              still.paints() / (schedule.watching().toMillis() / 1000.0),
              still.paintMillis(),
              moved.perSecond(),
              moved.paintMillis()));
      return new Seen(paints, still, moved);
    }
  }

  private static void rows(Findings findings, String name, Seen seen) {
    double paint = seen.firstPaint();
    findings.row(
        new Row(
            name + ", first paint",
            1_000 / paint,
            OptionalDouble.of(paint),
            OptionalDouble.of(Collections.max(seen.firstPaints())),
            "after the seats arrived; p99: the worst"));
    frames(findings, name + ", 500 changes a second", seen.still());
    frames(findings, name + ", 500 changes a second, moved", seen.moved());
  }

  private static void frames(Findings findings, String name, Frames frames) {
    String note =
        frames.paints() == 0
            ? "frames"
            : String.format(Locale.ROOT, "frames; %.2f ms of painter each", frames.paintMillis());
    findings.row(
        new Row(
            name,
            frames.perSecond(),
            OptionalDouble.of(frames.middle()),
            OptionalDouble.of(frames.late()),
            note));
  }

  private String address() {
    return "http://localhost:" + server.target().address().getPort();
  }

  private static double number(Object found, String name) {
    return found instanceof Map<?, ?> fields && fields.get(name) instanceof Number number
        ? number.doubleValue()
        : Double.NaN;
  }

  private static double median(List<Double> values) {
    List<Double> sorted = new ArrayList<>(values);
    Collections.sort(sorted);
    return sorted.get(sorted.size() / 2);
  }
}
