package dev.stampede.bench.cold;

import dev.stampede.bench.cold.ColdSale.Start;
import dev.stampede.bench.report.Benchmark;
import dev.stampede.bench.report.Effort;
import dev.stampede.bench.report.ProgressPrinter;
import dev.stampede.bench.report.Report;
import dev.stampede.bench.report.Row;
import dev.stampede.bench.server.Servers;
import dev.stampede.bench.services.BenchServices;
import dev.stampede.bench.turns.Findings;
import dev.stampede.embedded.ServiceKind;
import dev.stampede.embedded.ServiceReporter;
import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Compares the sales of a server in the ten seconds after it first says that it is ready with those
 * of the same server when it has been selling for two minutes. It is started as this build stands:
 * with the JVM's cache if {@code ./stampede train} has made one.
 */
public final class ColdBenchmark implements Benchmark {

  private static final double FIRST_SECONDS_BAR = 0.70;
  private static final double READY_BUDGET_SECONDS = 10;

  private static final String STARTED = "as started";
  private static final String SERVED = "as served";
  private static final String UNTRAINED = "without a cache";

  @Override
  public String name() {
    return "cold";
  }

  @Override
  public String question() {
    return "what a server sells in its first ten seconds, against what it sells when it is warm";
  }

  @Override
  public Report run(Effort effort, ProgressPrinter journal) throws Exception {
    Map<String, Start> cases = new LinkedHashMap<>();
    cases.put(STARTED, new Start("up", Map.of()));
    if (!effort.quick()) {
      cases.put(SERVED, new Start("serve", Map.of()));
      cases.put(UNTRAINED, new Start("up", Servers.UNTRAINED));
    }
    cases.keySet().removeIf(name -> !effort.includes(name));
    Findings findings = new Findings();
    ColdSchedule schedule = ColdSchedule.of(effort);
    try (BenchServices embedded =
        BenchServices.start(EnumSet.allOf(ServiceKind.class), new ServiceReporter(journal::say))) {
      ColdSale sale = new ColdSale(embedded);
      prepare(sale, schedule, cases.size(), journal);
      for (Map.Entry<String, Start> each : cases.entrySet()) {
        findings.part(
            each.getKey(),
            journal,
            () -> measure(sale, each.getKey(), each.getValue(), schedule, journal, findings));
      }
    }
    return findings.report(name());
  }

  /** A start that is not measured: it makes the shows, and the generator warm. */
  private static void prepare(
      ColdSale sale, ColdSchedule schedule, int cases, ProgressPrinter journal) throws Exception {
    try (ColdSale.Started started = sale.start("preparing", new Start("up", Map.of()))) {
      sale.open(started, 1 + cases * schedule.shows());
      sale.sell(
          started, schedule.practice(), new AnswersBySecond(schedule.first(), schedule.last()));
    }
    journal.say("the shows are there; servers start from now on");
  }

  private static void measure(
      ColdSale sale,
      String name,
      Start start,
      ColdSchedule schedule,
      ProgressPrinter journal,
      Findings findings)
      throws Exception {
    AnswersBySecond windows = new AnswersBySecond(schedule.first(), schedule.last());
    try (ColdSale.Started started = sale.start(name, start)) {
      sale.sell(started, schedule.whole(), windows);
      if (windows.others() > 0) {
        throw new IllegalStateException(
            "%s: %d claims were not answered with 201".formatted(name, windows.others()));
      }
      tell(name, started.took(), windows, schedule, findings);
    }
    journal.say(name + ", holds by second: " + windows.bySecond());
  }

  private static void tell(
      String name,
      Duration took,
      AnswersBySecond windows,
      ColdSchedule schedule,
      Findings findings) {
    double ready = took.toMillis() / 1e3;
    findings.row(
        row(
            name + ", first 10 s",
            windows.first(),
            String.format(Locale.ROOT, "ready after %.1f s", ready)));
    long from = schedule.last().from().toSeconds();
    findings.row(row("%s, from second %d".formatted(name, from), windows.last(), ""));
    findings.ratio(
        "first 10 s / warm, " + name,
        windows.first().perSecond() / windows.last().perSecond(),
        name.equals(UNTRAINED) ? 0 : FIRST_SECONDS_BAR);
    findings.ratio(
        "10 s / time to ready, " + name,
        READY_BUDGET_SECONDS / ready,
        name.equals(STARTED) ? 1 : 0);
  }

  private static Row row(String name, AnswersBySecond.Seen seen, String note) {
    return new Row(
        name,
        seen.perSecond(),
        OptionalDouble.of(seen.p50Millis()),
        OptionalDouble.of(seen.p99Millis()),
        note);
  }
}
