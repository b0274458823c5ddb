package dev.stampede.bench.overload;

import dev.stampede.bench.sale.BenchSaleServer;
import dev.stampede.bench.sale.HttpRound;
import dev.stampede.bench.sale.SeatSupply;
import dev.stampede.bench.turns.Case;
import dev.stampede.bench.turns.CaseSample;
import dev.stampede.crowd.Failure;
import dev.stampede.crowd.LoadPace;
import dev.stampede.crowd.LoadPlan;
import dev.stampede.crowd.LoadResult;
import dev.stampede.crowd.RunLimits;
import java.time.Duration;
import java.util.Locale;

/**
 * A load of claims for distinct seats. Only holds that arrive before the deadline count. Refused
 * clients send their next claim without regard to Retry-After, as an impatient crowd does.
 */
record ClaimLoad(
    String name,
    BenchSaleServer server,
    SeatSupply seats,
    LoadPace pace,
    int connections,
    Duration settle)
    implements Case {

  /** Nobody waits longer for an answer, and none that comes later is of use. */
  static final Duration DEADLINE = Duration.ofSeconds(2);

  /** An upper bound on claims per second, to reserve enough seats. */
  private static final int MOST_PER_SECOND = 20_000;

  static ClaimLoad closed(String name, BenchSaleServer server, SeatSupply seats, int connections) {
    return new ClaimLoad(name, server, seats, new LoadPace.Closed(), connections, HttpRound.SETTLE);
  }

  @Override
  public CaseSample measure(Duration duration) throws InterruptedException {
    double seconds = duration.plus(settle).toMillis() / 1e3;
    double perSecond = pace instanceof LoadPace.Open open ? open.perSecond() : MOST_PER_SECOND;
    SeatSupply.Batch claims = seats.claims((int) Math.ceil(seconds * perSecond) + 1);
    LoadPlan plan =
        new LoadPlan(
            server.target(),
            pace,
            new RunLimits(settle, duration, RunLimits.UNLIMITED),
            connections,
            1,
            DEADLINE);
    HttpRound round = HttpRound.run(server, plan, connection -> claims);
    claims.close();
    refuseStrange(round.load());
    CaseSample sample = round.sample(201);
    return new CaseSample(
        sample.ratePerSecond(),
        sample.p50Millis(),
        sample.p99Millis(),
        sample.note() + "; " + besides(round.load()));
  }

  /** Anything but yes and "not now" means that something else is being measured. */
  private void refuseStrange(LoadResult load) {
    if (load.answered(201) == 0 || load.answered() > load.answered(201) + load.answered(503)) {
      throw new IllegalStateException("%s went wrong: %s".formatted(name, load));
    }
  }

  private static String besides(LoadResult load) {
    return String.format(
        Locale.ROOT,
        "refused %,d, timed out %,d, cut off %,d, no connection for %,d",
        load.answered(503),
        load.failed(Failure.TIMED_OUT),
        load.failed(Failure.CLOSED) + load.failed(Failure.NOT_CONNECTED),
        load.turnedAway());
  }
}
