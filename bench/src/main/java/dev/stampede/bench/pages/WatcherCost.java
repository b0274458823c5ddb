package dev.stampede.bench.pages;

import dev.stampede.bench.report.Effort;
import dev.stampede.bench.report.ProgressPrinter;
import dev.stampede.bench.report.Row;
import dev.stampede.bench.sale.BenchSaleServer;
import dev.stampede.bench.turns.Findings;
import dev.stampede.crowd.EventStreams;
import java.time.Duration;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.LongSupplier;

/**
 * Measures what 2,000 people who watch their place in a moving line cost the server: its processor
 * time, as the system counts it, beside that of the same line when nobody asks, and when the same
 * people poll.
 */
final class WatcherCost {

  private static final double BUDGET = 0.10;
  private static final Duration OPEN_WITHIN = Duration.ofSeconds(30);

  private final BenchSaleServer server;
  private final PagesSchedule schedule;
  private final ProgressPrinter journal;

  WatcherCost(BenchSaleServer server, PagesSchedule schedule, ProgressPrinter journal) {
    this.server = server;
    this.schedule = schedule;
    this.journal = journal;
  }

  /** A share of one core, and how many answers or events there were a second. */
  private record Cost(double share, double told) {}

  void measure(Effort effort, Findings findings) throws InterruptedException {
    if (!effort.includes("watching")) {
      return;
    }
    try (LineOfPeople line = LineOfPeople.form(server)) {
      Cost idle = cost("nobody asks", () -> 0);
      Cost streams = streams(line);
      row(findings, "watching, nobody asks", idle);
      row(findings, "watching, 2,000 streams", streams);
      double own = streams.share() - idle.share();
      findings.ratio("10 % of a core / 2,000 streams", BUDGET / own, 1);
      Cost everySecond = everySecond(line);
      row(findings, "watching, 2,000 poll every second", everySecond);
      findings.figure("polling every second / streams", (everySecond.share() - idle.share()) / own);
      if (!effort.quick()) {
        // Told to come back after up to a minute, too few ask within a short while to be measured.
        Cost told = told(line);
        row(findings, "watching, 2,000 poll as told", told);
        findings.figure("polling as told / streams", (told.share() - idle.share()) / own);
      }
    }
  }

  private Cost streams(LineOfPeople line) throws InterruptedException {
    try (EventStreams streams = EventStreams.open(server.target(), line.streams())) {
      long deadline = System.nanoTime() + OPEN_WITHIN.toNanos();
      while (streams.live() < LineOfPeople.WATCHERS && System.nanoTime() - deadline < 0) {
        Thread.sleep(Duration.ofMillis(50));
      }
      Cost cost = cost("2,000 streams", streams::events);
      if (streams.live() < LineOfPeople.WATCHERS) {
        throw new IllegalStateException(
            "only %d of %d streams were open, %d were refused or ended"
                .formatted(streams.live(), LineOfPeople.WATCHERS, streams.failed()));
      }
      return cost;
    }
  }

  private Cost told(LineOfPeople line) throws InterruptedException {
    try (Pollers pollers = Pollers.asTold(server.target(), line.polls())) {
      return cost("2,000 poll as told", pollers::answers);
    }
  }

  private Cost everySecond(LineOfPeople line) throws InterruptedException {
    try (Pollers pollers = Pollers.every(Duration.ofSeconds(1), server.target(), line.polls())) {
      return cost("2,000 poll every second", pollers::answers);
    }
  }

  private Cost cost(String what, LongSupplier told) throws InterruptedException {
    Thread.sleep(schedule.settling());
    Duration before = server.cpuTime();
    long toldBefore = told.getAsLong();
    long from = System.nanoTime();
    Thread.sleep(schedule.waiting());
    double seconds = Duration.ofNanos(System.nanoTime() - from).toMillis() / 1000.0;
    double cpu = server.cpuTime().minus(before).toMillis() / 1000.0;
    Cost cost = new Cost(cpu / seconds, (told.getAsLong() - toldBefore) / seconds);
    journal.say(
        String.format(
            Locale.ROOT,
            "%s: %.1f %% of a core, told %.0f times a second",
            what,
            100 * cost.share(),
            cost.told()));
    return cost;
  }

  private static void row(Findings findings, String name, Cost cost) {
    findings.row(
        new Row(
            name,
            cost.told(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            String.format(Locale.ROOT, "told; %.1f %% of a core", 100 * cost.share())));
  }
}
