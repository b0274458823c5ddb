package dev.stampede.bench.claims;

import dev.stampede.bench.engine.Engine;
import dev.stampede.bench.report.Effort;
import dev.stampede.bench.report.ProgressPrinter;
import dev.stampede.bench.turns.Findings;
import dev.stampede.bench.turns.Measured;
import dev.stampede.bench.turns.RoundSchedule;
import dev.stampede.engine.claim.Claims;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Groups against one transaction for each claim, in the engine alone: distinct seats, one a claim.
 * The second way is given the number of threads that suits it best.
 */
final class EngineSpeed {

  private static final String PREFIX = "engine ";
  static final String GROUP_COMMIT = PREFIX + "group-commit";
  static final String ALL_LAYERS = PREFIX + "all layers";
  static final String PER_REQUEST = PREFIX + "per-request";

  /** For the record, and only where there is time for it. */
  private static final String WITHOUT_REDIS = PREFIX + "per-request alone";

  static final int GROUP_THREADS = 256;
  static final List<Integer> PER_REQUEST_THREADS = List.of(16, 32, 64);

  private static final double BAR = 15;
  private static final int MOST_GROUPED_PER_SECOND = 80_000;
  private static final int MOST_LAYERED_PER_SECOND = 40_000;
  private static final int MOST_PER_REQUEST_PER_SECOND = 10_000;

  private final Engine engine;
  private final Effort effort;
  private final ProgressPrinter journal;

  EngineSpeed(Engine engine, Effort effort, ProgressPrinter journal) {
    this.engine = engine;
    this.effort = effort;
    this.journal = journal;
  }

  static boolean wanted(Effort effort) {
    return effort.includes(GROUP_COMMIT)
        || effort.includes(ALL_LAYERS)
        || effort.includes(PER_REQUEST);
  }

  void measure(Findings findings) throws Exception {
    RoundSchedule turns = ClaimsSchedule.of(effort).turns();
    List<EngineCase> cases = new ArrayList<>();
    if (effort.includes(GROUP_COMMIT)) {
      cases.add(grouped(GROUP_COMMIT, engine.groupCommit(), MOST_GROUPED_PER_SECOND));
    }
    if (effort.includes(ALL_LAYERS)) {
      cases.add(grouped(ALL_LAYERS, engine.allLayers(), MOST_LAYERED_PER_SECOND));
    }
    if (effort.includes(PER_REQUEST)) {
      int threads = bestThreads(turns.warmUp());
      cases.add(perRequest(PER_REQUEST, engine.perRequest(), threads));
      if (!effort.quick()) {
        cases.add(perRequest(WITHOUT_REDIS, engine.perRequestWithoutRedis(), threads));
      }
    }
    Measured measured = Measured.inTurns(cases, turns, journal);
    measured.tell(findings);
    measured.ratio(findings, "engine group / per-request", GROUP_COMMIT, PER_REQUEST, BAR);
    measured.ratio(findings, "engine layers / per-request", ALL_LAYERS, PER_REQUEST, 0);
    measured.ratio(findings, "engine group / alone", GROUP_COMMIT, WITHOUT_REDIS, 0);
    for (EngineCase each : cases) {
      String way = each.name().substring(PREFIX.length());
      findings.figure("WAL bytes, " + way, each.walBytesPerClaim());
      findings.figure("Redis commands, " + way, each.redisCommandsPerClaim());
      if (each.meanGroup() > 0) {
        findings.figure("claims a group, " + way, each.meanGroup());
      }
    }
  }

  private EngineCase grouped(String name, Claims claims, int mostPerSecond) {
    return new EngineCase(name, engine, claims, GROUP_THREADS, mostPerSecond);
  }

  private EngineCase perRequest(String name, Claims claims, int threads) {
    return new EngineCase(name, engine, claims, threads, MOST_PER_REQUEST_PER_SECOND);
  }

  private int bestThreads(Duration each) throws Exception {
    perRequest(PER_REQUEST, engine.perRequest(), PER_REQUEST_THREADS.getFirst()).warmUp(each);
    int best = 0;
    double bestRate = 0;
    for (int threads : PER_REQUEST_THREADS) {
      EngineCase candidate = perRequest(PER_REQUEST, engine.perRequest(), threads);
      double rate = candidate.measure(each).ratePerSecond();
      journal.say(String.format(Locale.ROOT, "per-request, %d threads: %,.0f/s", threads, rate));
      if (rate > bestRate) {
        best = threads;
        bestRate = rate;
      }
    }
    return best;
  }
}
