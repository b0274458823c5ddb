package dev.stampede.bench.claims;

import dev.stampede.bench.engine.Engine;
import dev.stampede.bench.engine.EngineRound;
import dev.stampede.bench.report.Effort;
import dev.stampede.bench.report.ProgressPrinter;
import dev.stampede.bench.turns.Findings;
import dev.stampede.engine.claim.Claims;
import dev.stampede.engine.show.ShowId;
import java.time.Duration;
import java.util.Locale;

/**
 * Counts, with a proxy on the way, how often a claim goes to PostgreSQL: round trips of a lone
 * hold, and statements of a claim under load, both ways. The proxy slows things down, so nothing
 * here is a rate.
 */
final class WireCost {

  static final String NAME = "engine round trips";

  private static final double ROUND_TRIPS_BUDGET = 3;
  private static final int SEATS = 20_000;
  private static final int LONE_HOLDS = 100;

  /** The driver prepares a statement for good after its fifth use. */
  private static final int WARM_UP = 50;

  private static final Duration LOAD = Duration.ofMillis(500);
  private static final Duration AT_MOST = Duration.ofSeconds(10);

  private final Engine engine;
  private final FrontendMessages.Counts counts;
  private final ProgressPrinter journal;

  /** The engine has to be connected by way of the proxy that counts. */
  WireCost(Engine engine, FrontendMessages.Counts counts, ProgressPrinter journal) {
    this.engine = engine;
    this.counts = counts;
    this.journal = journal;
  }

  static boolean wanted(Effort effort) {
    return effort.includes(NAME);
  }

  void measure(Findings findings) throws Exception {
    double grouped = loneRoundTrips(engine.groupCommit());
    double alone = loneRoundTrips(engine.perRequest());
    findings.ratio("3 / round trips when idle", ROUND_TRIPS_BUDGET / grouped, 1);
    findings.figure("round trips, per-request", alone);
    findings.figure(
        "SQL statements, group-commit",
        statements(engine.groupCommit(), EngineSpeed.GROUP_THREADS));
    findings.figure(
        "SQL statements, per-request",
        statements(engine.perRequest(), EngineSpeed.PER_REQUEST_THREADS.getFirst()));
    journal.say(
        String.format(
            Locale.ROOT,
            "round trips of a lone hold: %.2f in a group of its own, %.2f per-request",
            grouped,
            alone));
  }

  private double loneRoundTrips(Claims claims) throws Exception {
    ShowId show = engine.newShow(WARM_UP + LONE_HOLDS);
    EngineRound.holding(claims, 1, SeatQueue.inOrder(show, 0, WARM_UP), AT_MOST);
    long before = counts.roundTrips();
    int held =
        EngineRound.holding(claims, 1, SeatQueue.inOrder(show, WARM_UP, LONE_HOLDS), AT_MOST)
            .claims();
    return (double) (counts.roundTrips() - before) / held;
  }

  private double statements(Claims claims, int threads) throws Exception {
    ShowId show = engine.newShow(SEATS);
    long before = counts.statements();
    int held =
        EngineRound.holding(claims, threads, SeatQueue.inOrder(show, 0, SEATS), LOAD).claims();
    return (double) (counts.statements() - before) / held;
  }
}
