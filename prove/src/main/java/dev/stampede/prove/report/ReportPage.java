package dev.stampede.prove.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stampede.prove.check.CheckedRecord;
import dev.stampede.prove.check.InvariantResult;
import dev.stampede.prove.check.Violation;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;

/** The report of a run as one HTML page that needs no network. */
public final class ReportPage {

  private static final long SECOND = 1_000_000;

  private final RunFacts run;
  private final RecordFigures figures;
  private final CheckedRecord verdict;
  private final Html page = new Html();

  private ReportPage(RunFacts run, RecordFigures figures, CheckedRecord verdict) {
    this.run = run;
    this.figures = figures;
    this.verdict = verdict;
  }

  /** Returns the whole page. */
  public static String of(RunFacts run, RecordFigures figures, CheckedRecord verdict) {
    ReportPage report = new ReportPage(run, figures, verdict);
    report.head();
    report.facts();
    report.chart();
    report.invariants();
    report.faults();
    report.calls();
    return report.page.raw("</body></html>\n").toString();
  }

  private void head() {
    page.raw("<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">")
        .raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")
        .raw("<title>Stampede: a checked run</title><style>\n")
        .raw(style())
        .raw("</style></head><body>\n<h1>A checked run under faults</h1>\n");
    long broken = verdict.invariants().stream().filter(one -> !one.holds()).count();
    if (broken == 0) {
      page.raw("<p class=\"verdict holds\">")
          .text("All %d invariants hold.".formatted(verdict.invariants().size()));
    } else {
      page.raw("<p class=\"verdict broken\">")
          .text("%d of %d invariants are violated.".formatted(broken, verdict.invariants().size()));
    }
    page.raw("</p>\n");
  }

  private void facts() {
    CallCount total = figures.total();
    double seconds = Math.max(1, run.moments().loadEndedMicros() / (double) SECOND);
    page.table(
        List.of("", ""),
        List.of(
            List.of("operations", Html.number(total.calls())),
            List.of("per second", Html.number(total.calls() / seconds)),
            List.of(
                "outcome unknown to the client",
                "%s (%.2f %%)".formatted(Html.number(total.unknown()), total.unknownPercent())),
            List.of("faults", Html.number(run.faults().size())),
            List.of("kinds of faults", Html.number(run.faultCounts().size())),
            List.of("topology", run.topology()),
            List.of("seed", Long.toString(run.seed())),
            List.of("time with clients", Html.micros(run.moments().loadEndedMicros())),
            List.of("machine", run.environment().toString())));
  }

  private void chart() {
    page.heading("Over time")
        .raw(RunChart.of(figures.seconds(), run.faults()))
        .raw("<p class=\"legend\">")
        .text("Above: calls (grey), acknowledged changes (green) and failed calls (red). Middle:")
        .text(
            " half of the calls (grey) and 99 of 100 calls (orange) took no longer. Below: faults;")
        .text(" point at one to see its kind.")
        .raw("</p>\n");
  }

  private void invariants() {
    List<List<String>> rows = new ArrayList<>();
    for (InvariantResult each : verdict.invariants()) {
      rows.add(
          List.of(
              each.name(),
              each.sentence(),
              Html.number(each.checked()),
              Html.number(each.violations()),
              each.holds() ? "holds" : "violated"));
    }
    page.heading("Invariants")
        .table(List.of("name", "what must hold", "checked", "violations", ""), rows);
    verdict.invariants().stream().filter(one -> !one.holds()).forEach(this::violations);
  }

  private void violations(InvariantResult result) {
    page.raw("<h3>").text(result.name()).raw("</h3>\n");
    for (Violation violation : result.shown()) {
      page.paragraph(violation.subject() + ": " + violation.text())
          .raw("<pre>")
          .text(String.join("\n", violation.witness()))
          .raw("</pre>\n");
    }
  }

  private void faults() {
    List<List<String>> rows = new ArrayList<>();
    for (FaultImpact impact : figures.impacts()) {
      rows.add(
          List.of(
              impact.kind(),
              Html.number(impact.injected()),
              Html.micros(impact.meanMicros()),
              Html.number(impact.goodput().before()),
              Html.number(impact.goodput().during()),
              Html.number(impact.goodput().after()),
              time(impact.noticedMedianMicros()),
              time(impact.recoveredMedianMicros()),
              time(impact.recoveredWorstMicros())));
    }
    page.heading("Faults")
        .paragraph(
            "Several faults are active at a time, so each row includes effects of others."
                + " Goodput: acknowledged changes per second, in the ten seconds before, during, and"
                + " in the ten seconds after. Noticed: until a call failed. Recovered: from the"
                + " repair until goodput was at 80 % of its earlier rate for a second.")
        .table(
            List.of(
                "kind",
                "count",
                "lasted",
                "before",
                "during",
                "after",
                "noticed, median",
                "recovered, median",
                "longest"),
            rows);
  }

  private void calls() {
    List<List<String>> rows = new ArrayList<>();
    figures.kinds().forEach((kind, count) -> rows.add(row(kind.label(), count)));
    page.heading("Calls")
        .table(List.of("kind", "calls", "done", "failed", "unknown", "p50", "p99"), rows);
    List<List<String>> refusals =
        figures.refusals().entrySet().stream()
            .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
            .map(each -> List.of(each.getKey(), Html.number(each.getValue())))
            .toList();
    page.heading("Answers that were not a yes").table(List.of("answer", "calls"), refusals);
  }

  private static List<String> row(String label, CallCount count) {
    return List.of(
        label,
        Html.number(count.calls()),
        Html.number(count.acknowledged()),
        Html.number(count.failed()),
        Html.number(count.unknown()),
        Html.micros(count.p50Micros()),
        Html.micros(count.p99Micros()));
  }

  private static String time(OptionalLong micros) {
    return micros.isPresent() ? Html.micros(micros.getAsLong()) : "–";
  }

  private static String style() {
    try (InputStream css =
        Objects.requireNonNull(ReportPage.class.getResourceAsStream("page.css"), "page.css")) {
      return new String(css.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("the page's style cannot be read", e);
    }
  }
}
