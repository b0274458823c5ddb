package dev.stampede.lab.report;

import dev.stampede.harness.RunEnvironment;
import dev.stampede.lab.chart.Drawing;
import dev.stampede.lab.chart.Style;
import dev.stampede.lab.contest.RunResult;
import dev.stampede.lab.contest.Verdict;
import dev.stampede.lab.plan.Plan;
import dev.stampede.lab.plan.Span;
import dev.stampede.lab.plan.Strategy;
import dev.stampede.lab.strategy.ClaimFailure;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The report as one page that needs nothing else: no network, no script. */
public final class Page {

  private final List<RunResult> runs;
  private final RunEnvironment environment;
  private final Optional<String> swept;
  private final List<Drawing> drawings;

  /**
   * A page.
   *
   * @param swept the setting that was swept, if one was
   */
  public Page(List<RunResult> runs, RunEnvironment environment, Optional<String> swept) {
    this.runs = List.copyOf(runs);
    this.environment = environment;
    this.swept = swept;
    this.drawings = swept.map(word -> Plots.swept(runs, word)).orElseGet(() -> Plots.of(runs));
  }

  public String html() {
    return resource("page.html")
        .replace("{{style}}", Style.DRAWING + resource("page.css"))
        .replace("{{subtitle}}", escaped(subtitle()))
        .replace("{{cards}}", cards())
        .replace("{{plots}}", drawings.stream().map(Page::figure).collect(Collectors.joining("\n")))
        .replace("{{rows}}", runs.stream().map(Page::row).collect(Collectors.joining("\n")))
        .replace("{{ways}}", ways())
        .replace("{{settings}}", settings())
        .replace("{{environment}}", escaped(environment.toString()));
  }

  /** The page, and each plot as a file of its own. */
  public void writeTo(Path folder) throws IOException {
    Files.writeString(folder.resolve("index.html"), html());
    for (Drawing drawing : drawings) {
      Files.writeString(folder.resolve(drawing.name() + ".svg"), drawing.standalone());
    }
  }

  private Plan first() {
    return runs.getFirst().trial().plan();
  }

  private String subtitle() {
    String values =
        runs.stream().map(run -> run.trial().swept()).distinct().collect(Collectors.joining(", "));
    return RunText.intentions(first())
        + swept.map(word -> "; swept: %s = %s".formatted(word, values)).orElse("");
  }

  private static String figure(Drawing drawing) {
    return "<figure>%s</figure>".formatted(drawing.inline());
  }

  private String cards() {
    return safety() + fastest() + order() + retries();
  }

  private String safety() {
    List<String> unsafe =
        runs.stream()
            .filter(run -> !Verdict.of(run).isSafe())
            .map(run -> run.trial().plan().name())
            .distinct()
            .toList();
    return unsafe.isEmpty()
        ? card("good", "Sold twice", "never", "by none of these ways")
        : card("bad", "Sold twice", "by " + unsafe.size(), String.join(", ", unsafe));
  }

  private String fastest() {
    return runs.stream()
        .filter(run -> Verdict.of(run).isSafe())
        .max(Comparator.comparingDouble(run -> Verdict.of(run).pace().ratePerSecond()))
        .map(
            run ->
                card(
                    "plain",
                    "Fastest that is safe",
                    run.trial().plan().name(),
                    NumberText.of(Verdict.of(run).pace().ratePerSecond()) + " tickets a second"))
        .orElse("");
  }

  private String order() {
    List<String> strict =
        runs.stream()
            .filter(run -> run.sold().size() > 1 && Verdict.of(run).order() == 1)
            .map(run -> run.trial().plan().name())
            .distinct()
            .toList();
    return card(
        "plain",
        "Strict order of arrival",
        strict.isEmpty() ? "none" : String.valueOf(strict.size()),
        strict.isEmpty() ? "kept it in every pair" : String.join(", ", strict));
  }

  private String retries() {
    return runs.stream()
        .max(Comparator.comparingLong(run -> Verdict.of(run).pace().retries()))
        .map(
            run ->
                card(
                    "plain",
                    "Most work done again",
                    run.trial().plan().name(),
                    "%,d transactions for nothing".formatted(Verdict.of(run).pace().retries())))
        .orElse("");
  }

  private static String card(String kind, String head, String figure, String note) {
    return """
    <div class="card %s"><h3>%s</h3><p class="figure">%s</p><p>%s</p></div>
    """
        .formatted(kind, escaped(head), escaped(figure), escaped(note));
  }

  private static String row(RunResult run) {
    Verdict verdict = Verdict.of(run);
    StringBuilder cells = new StringBuilder();
    cells.append(
        "<th scope=\"row\"><span class=\"chip %s\"></span>%s</th>"
            .formatted(
                run.trial().plan().strategy().word(),
                escaped(run.trial().name() + (run.stopped() ? " (stopped)" : ""))));
    cell(cells, "%,d".formatted(verdict.sold()), "");
    cell(cells, count(verdict.oversold()), verdict.oversold() > 0 ? "loud" : "");
    cell(cells, count(verdict.lost()), verdict.lost() > 0 ? "loud" : "");
    for (ClaimFailure why : ClaimFailure.values()) {
      cell(cells, count(verdict.failed(why)), "");
    }
    cell(cells, count(verdict.pace().retries()), "");
    cell(cells, NumberText.of(verdict.pace().ratePerSecond()), "");
    cell(cells, NumberText.of(verdict.pace().latency().p50()), "");
    cell(cells, NumberText.of(verdict.pace().latency().p99()), "");
    cell(cells, NumberText.of(verdict.pace().latency().max()), "");
    cell(cells, run.sold().size() < 2 ? "–" : NumberText.percent(verdict.order()), "");
    cell(cells, RunsTable.each(run.cost().usage().statements(), verdict.sold()), "");
    cell(cells, RunsTable.each(run.cost().usage().redisCommands(), verdict.sold()), "");
    return "<tr>" + cells + "</tr>";
  }

  private static void cell(StringBuilder row, String text, String classes) {
    row.append("<td class=\"%s\">%s</td>".formatted(classes, escaped(text)));
  }

  private static String count(long count) {
    return count == 0 ? "–" : "%,d".formatted(count);
  }

  private String ways() {
    return runs.stream()
        .map(run -> run.trial().plan().strategy())
        .distinct()
        .map(
            (Strategy strategy) ->
                "<dt class=\"tint %1$s\"><span class=\"chip %1$s\"></span>%1$s</dt><dd>%2$s</dd>"
                    .formatted(strategy.word(), escaped(strategy.does())))
        .collect(Collectors.joining("\n"));
  }

  private String settings() {
    Plan plan = first();
    String think =
        plan.tries().thinkTime().isZero()
            ? ""
            : " Think time %s: waited after the row locks, once a transaction; by group-commit once a group."
                .formatted(Span.shown(plan.tries().thinkTime()));
    return escaped(
        String.format(
            Locale.ROOT,
            "At most %d attempts, %d connections, locks in Redis for %s %s a fence; in the queue a look every %s, at most %,d times, entries count for %s.%s",
            plan.tries().maxAttempts(),
            plan.tries().connections(),
            Span.shown(plan.guard().ttl()),
            plan.guard().fence() ? "with" : "without",
            Span.shown(plan.queueing().pollInterval()),
            plan.queueing().pollLimit(),
            Span.shown(plan.queueing().expiry()),
            think));
  }

  private static String resource(String name) {
    try (InputStream stream = Page.class.getResourceAsStream(name)) {
      if (stream == null) {
        throw new IllegalStateException(name + " is missing from the class path");
      }
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
