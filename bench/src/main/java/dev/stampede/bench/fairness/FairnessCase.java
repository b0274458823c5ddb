package dev.stampede.bench.fairness;

import dev.stampede.bench.sale.BenchSaleServer;
import dev.stampede.bench.sale.HttpRound;
import dev.stampede.bench.sale.SeatSupply;
import dev.stampede.bench.turns.Case;
import dev.stampede.bench.turns.CaseSample;
import dev.stampede.crowd.Failure;
import dev.stampede.crowd.LoadPace;
import dev.stampede.crowd.LoadPlan;
import dev.stampede.crowd.LoadResult;
import dev.stampede.crowd.LoadRun;
import dev.stampede.crowd.RunLimits;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * One show's claims beside what others ask for at the same time. The sample is the show's: claims
 * that succeed within {@link #DEADLINE}, and how long all of its claims waited; the note says what
 * became of the others.
 *
 * @param light at what pace, and over how many connections, the show is asked for seats
 */
record FairnessCase(
    String name, BenchSaleServer server, SeatSupply seats, Light light, CompetingLoad others)
    implements Case {

  /** Nobody waits longer for an answer, and none that comes later is of use. */
  static final Duration DEADLINE = Duration.ofSeconds(2);

  /** The others come first: their connections are opened, and the server has found its limit. */
  private static final Duration LEAD = Duration.ofMillis(1_500);

  /** The claims that the show itself gets. */
  record Light(LoadPace pace, int connections) {

    private static final int MOST_PER_SECOND = 20_000;

    int claimsWithin(Duration duration) {
      double perSecond = pace instanceof LoadPace.Open open ? open.perSecond() : MOST_PER_SECOND;
      return (int) Math.ceil(duration.toMillis() / 1e3 * perSecond) + 1;
    }
  }

  @Override
  public CaseSample measure(Duration duration) throws InterruptedException {
    Duration lead = LEAD.plus(HttpRound.SETTLE);
    RunLimits ofOthers = new RunLimits(lead, duration, RunLimits.UNLIMITED);
    LoadPlan othersPlan = plan(others.pace(), ofOthers, others.connections());
    SeatSupply.Batch claims = seats.claims(light.claimsWithin(duration.plus(HttpRound.SETTLE)));
    RunLimits ofLight = new RunLimits(HttpRound.SETTLE, duration, RunLimits.UNLIMITED);
    LoadPlan lightPlan = plan(light.pace(), ofLight, light.connections());
    try (ExecutorService side = Executors.newVirtualThreadPerTaskExecutor();
        CompetingLoad.Asking asking = others.asking(lead.plus(duration))) {
      Future<LoadResult> running = side.submit(() -> new LoadRun(othersPlan).with(asking));
      Thread.sleep(LEAD);
      HttpRound round = HttpRound.run(server, lightPlan, connection -> claims);
      claims.close();
      LoadResult besides = result(running);
      refuseStrange(round.load());
      CaseSample sample = round.sample(201);
      return new CaseSample(
          sample.ratePerSecond(),
          sample.p50Millis(),
          sample.p99Millis(),
          "refused %,d; others %s; %s"
              .formatted(round.load().answered(503), said(besides), sample.note()));
    }
  }

  private LoadPlan plan(LoadPace pace, RunLimits bounds, int connections) {
    return new LoadPlan(server.target(), pace, bounds, connections, 1, DEADLINE);
  }

  private void refuseStrange(LoadResult load) {
    if (load.answered(201) == 0 || load.answered() > load.answered(201) + load.answered(503)) {
      throw new IllegalStateException("%s went wrong: %s".formatted(name, load));
    }
  }

  private static LoadResult result(Future<LoadResult> running) throws InterruptedException {
    try {
      return running.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("the others' load broke off: " + e.getCause(), e.getCause());
    }
  }

  private static String said(LoadResult load) {
    StringBuilder text = new StringBuilder();
    for (Map.Entry<Integer, Long> each : new TreeMap<>(load.statuses()).entrySet()) {
      text.append(
          String.format(
              Locale.ROOT,
              "%d %,.0f/s ",
              each.getKey(),
              each.getValue() / (load.duration().toNanos() / 1e9)));
    }
    return text.append(
            String.format(
                Locale.ROOT,
                "(timed out %,d, no connection for %,d)",
                load.failed(Failure.TIMED_OUT),
                load.turnedAway()))
        .toString();
  }
}
