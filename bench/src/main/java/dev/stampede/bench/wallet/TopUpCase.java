package dev.stampede.bench.wallet;

import dev.stampede.bench.engine.Engine;
import dev.stampede.bench.engine.EngineRound;
import dev.stampede.bench.turns.Case;
import dev.stampede.bench.turns.CaseSample;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimOutcome;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Supplier;

/** Transfers and nothing else: a point for one of many, each under a key of its own. */
final class TopUpCase implements Case {

  static final String NAME = "top-ups group-commit";

  private final Engine engine;
  private final Supplier<Buyer> buyers;
  private final int threads;
  private int asked;

  TopUpCase(Engine engine, Supplier<Buyer> buyers, int threads) {
    this.engine = engine;
    this.buyers = buyers;
    this.threads = threads;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public CaseSample measure(Duration duration) throws InterruptedException {
    engine.meanGroup();
    EngineRound round =
        EngineRound.run(
            engine.groupCommit(),
            threads,
            this::next,
            duration,
            EngineRound.Judge.expecting(ClaimOutcome.ToppedUp.class));
    return round.sample(
        String.format(Locale.ROOT, "%d threads, groups of %.0f", threads, engine.meanGroup()));
  }

  private synchronized Claim next() {
    return BenchWallets.topUp(buyers.get(), "point-" + asked++, 1);
  }
}
