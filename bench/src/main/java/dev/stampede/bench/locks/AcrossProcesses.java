package dev.stampede.bench.locks;

import dev.stampede.bench.report.Effort;
import dev.stampede.bench.report.ProgressPrinter;
import dev.stampede.bench.services.BenchServices;
import dev.stampede.bench.turns.Findings;
import dev.stampede.bench.turns.Measured;
import dev.stampede.bench.turns.RoundSchedule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** One lock between two processes: as it is, and with every tenth message lost. */
record AcrossProcesses(
    BenchServices embedded, LocksSchedule schedule, Effort effort, ProgressPrinter journal) {

  private static final double RATE_BAR = 2;
  private static final double HALF = 0.5;
  private static final double LOST_P99_MILLIS = 100;
  private static final int LOSE_EVERY = 10;

  /** Short, since a lost message may cost the peer all of it. */
  private static final Duration LOSSY_TTL = Duration.ofSeconds(2);

  private static final String TOGETHER = "two processes, ";
  private static final String LOSSY = "messages lost, ";

  void measure(Findings findings) throws Exception {
    String redis = embedded.redisUrl(0);
    Measured together = measure(findings, TOGETHER, redis, InOneProcess.TTL, schedule.together());
    together.ratio(
        findings,
        "two processes: pubsub / " + Kind.RLOCK.label(),
        TOGETHER + Kind.PUBSUB.label(),
        TOGETHER + Kind.RLOCK.label(),
        RATE_BAR);
    together.p99Within(
        findings,
        "two processes: half of %s's p99 hand-off / ours".formatted(Kind.RLOCK.label()),
        TOGETHER + Kind.PUBSUB.label(),
        HALF,
        TOGETHER + Kind.RLOCK.label());
    try (LossyRedis lossy = LossyRedis.to(redis, LOSE_EVERY)) {
      Measured lost = measure(findings, LOSSY, lossy.url(), LOSSY_TTL, schedule.lossy());
      lost.p99(LOSSY + Kind.PUBSUB.label())
          .ifPresent(
              p99 ->
                  findings.ratio(
                      "100 ms / p99 hand-off, every tenth message lost", LOST_P99_MILLIS / p99, 1));
    }
  }

  private Measured measure(
      Findings findings, String prefix, String redis, Duration ttl, RoundSchedule turns)
      throws Exception {
    List<TwoProcessCase> cases = new ArrayList<>();
    try {
      for (Kind kind : kinds(prefix)) {
        cases.add(TwoProcessCase.start(prefix + kind.label(), kind, redis, ttl));
      }
      Measured measured = Measured.inTurns(cases, turns, journal);
      measured.tell(findings);
      for (TwoProcessCase each : cases) {
        findings.figure(each.name() + ": longest wait / mean", each.unfairness());
      }
      return measured;
    } finally {
      cases.forEach(TwoProcessCase::close);
    }
  }

  /**
   * Returns the kinds to measure. With lost messages the spinning ones are left out: they hear no
   * messages, and so lose none.
   */
  private List<Kind> kinds(String prefix) {
    List<Kind> kinds = new ArrayList<>(List.of(Kind.values()));
    if (prefix.equals(LOSSY)) {
      kinds.removeAll(List.of(Kind.SPIN, Kind.RSPINLOCK));
    }
    kinds.removeIf(kind -> !effort.includes(prefix + kind.label()));
    return kinds;
  }
}
