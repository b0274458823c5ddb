package dev.stampede.bench.up;

import dev.stampede.bench.report.Benchmark;
import dev.stampede.bench.report.Effort;
import dev.stampede.bench.report.ProgressPrinter;
import dev.stampede.bench.report.Report;
import dev.stampede.bench.report.Row;
import dev.stampede.bench.server.ChildServer;
import dev.stampede.bench.server.Servers;
import dev.stampede.bench.turns.Findings;
import dev.stampede.harness.StampedeRoot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Types {@code ./stampede up} on an empty data folder and watches until {@code /health/ready} says
 * 200, then weighs everything that was started. There is no peer: each ratio is the budget over
 * what was used, so that one or more is within it.
 *
 * <p>The server starts as in an untrained build, whether or not this one is trained: a trained one
 * rehearses before it is ready, which {@code cold} measures.
 */
public final class UpBenchmark implements Benchmark {

  private static final double READY_BUDGET_SECONDS = 10;
  private static final double SERVER_BUDGET_SECONDS = 3;
  private static final double MEMORY_BUDGET_MEGABYTES = 1_500;

  private static final int ROUNDS = 5;
  private static final int QUICK_ROUNDS = 2;

  private static final Pattern SERVER_LINE = Pattern.compile("server +ready +\\(([0-9.]+) s\\)");

  private record Start(double readySeconds, double serverSeconds, double megabytes) {}

  @Override
  public String name() {
    return "up";
  }

  @Override
  public String question() {
    return "how long until everything is up, and how much memory does it take?";
  }

  @Override
  public Report run(Effort effort, ProgressPrinter journal) throws Exception {
    // The first start may have to build, which is not what is measured.
    once();
    Findings findings = new Findings();
    List<Start> starts = new ArrayList<>();
    for (int round = 1; round <= (effort.quick() ? QUICK_ROUNDS : ROUNDS); round++) {
      findings.part("start " + round, journal, () -> starts.add(once(journal)));
    }
    if (!starts.isEmpty()) {
      tell(starts, findings);
    }
    return findings.report(name());
  }

  private static Start once(ProgressPrinter journal) throws Exception {
    Start start = once();
    journal.say(
        String.format(
            Locale.ROOT,
            "ready after %.1f s, the server itself %.1f s, %.0f MB",
            start.readySeconds(),
            start.serverSeconds(),
            start.megabytes()));
    return start;
  }

  private static void tell(List<Start> starts, Findings findings) {
    double ready = median(starts.stream().map(Start::readySeconds).toList());
    double server = median(starts.stream().map(Start::serverSeconds).toList());
    double memory = median(starts.stream().map(Start::megabytes).toList());
    findings.row(row("up to ready", ready, ""));
    findings.row(row("server itself", server, memory + " MB in all"));
    findings.ratio("10 s / time to ready", READY_BUDGET_SECONDS / ready, 1);
    findings.ratio("3 s / server's own start", SERVER_BUDGET_SECONDS / server, 1);
    findings.ratio("1500 MB / idle memory", MEMORY_BUDGET_MEGABYTES / memory, 1);
  }

  private static Start once() throws Exception {
    long before = System.nanoTime();
    try (ChildServer child = Servers.stampede("ours", StampedeRoot.launcher(), Servers.UNTRAINED)) {
      Servers.awaitReady(child);
      double ready = Duration.ofNanos(System.nanoTime() - before).toMillis() / 1000.0;
      return new Start(ready, serverSeconds(child), Memory.megabytes(child.processes()));
    }
  }

  /** Returns the seconds that the command itself reports. */
  private static double serverSeconds(ChildServer child) throws InterruptedException {
    for (int tries = 0; tries < 100; tries++) {
      Matcher line = SERVER_LINE.matcher(child.lastWords());
      if (line.find()) {
        return Double.parseDouble(line.group(1));
      }
      Thread.sleep(Duration.ofMillis(50));
    }
    throw new IllegalStateException("up never said how long the server took");
  }

  private static Row row(String name, double seconds, String note) {
    return new Row(
        name, 1 / seconds, OptionalDouble.of(seconds * 1000), OptionalDouble.empty(), note);
  }

  private static double median(List<Double> values) {
    List<Double> sorted = new ArrayList<>(values);
    Collections.sort(sorted);
    return sorted.get(sorted.size() / 2);
  }
}
