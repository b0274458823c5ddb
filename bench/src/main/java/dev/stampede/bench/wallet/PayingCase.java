package dev.stampede.bench.wallet;

import dev.stampede.bench.engine.Engine;
import dev.stampede.bench.engine.EngineRound;
import dev.stampede.bench.turns.Case;
import dev.stampede.bench.turns.CaseSample;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimOutcome;
import java.time.Duration;
import java.util.Locale;

/**
 * One way to pay, measured in this process. Its rate counts paid holds; payers who were told to
 * come back later gave up, and are counted apart.
 */
final class PayingCase implements Case {

  /** A round that runs out of holds ends early and is still right; better if it does not. */
  private static final double SPARE = 2;

  private final Engine engine;
  private final PaymentStrategy way;
  private final int threads;
  private final HoldStock holds;
  private double perSecond;
  private long paid;
  private long gaveUp;

  PayingCase(Engine engine, PaymentStrategy way, int threads, HoldStock holds) {
    this.engine = engine;
    this.way = way;
    this.threads = threads;
    this.holds = holds;
    this.perSecond = way.perSecond();
  }

  @Override
  public String name() {
    return way.name();
  }

  @Override
  public void warmUp(Duration duration) throws Exception {
    measure(duration.multipliedBy(way.slowness()));
    paid = 0;
    gaveUp = 0;
  }

  @Override
  public CaseSample measure(Duration duration) throws Exception {
    holds.prepare((int) Math.ceil(duration.toMillis() / 1e3 * SPARE * perSecond));
    engine.meanGroup();
    long walBefore = engine.usage().walBytes();
    EngineRound round = EngineRound.run(way.claims(), threads, holds, duration, PayingCase::isPaid);
    long wal = engine.usage().walBytes() - walBefore;
    double group = engine.meanGroup();
    perSecond = (round.claims() + round.notCounted()) / (round.took().toNanos() / 1e9);
    paid += round.claims();
    gaveUp += round.notCounted();
    return round.sample(
        String.format(
            Locale.ROOT,
            "%d threads%s; a payment: %.0f B of WAL%s",
            threads,
            group == 0 ? "" : String.format(Locale.ROOT, ", groups of %.0f", group),
            (double) wal / Math.max(1, round.claims()),
            round.notCounted() == 0 ? "" : "; %d gave up".formatted(round.notCounted())));
  }

  /** Returns the percentage of payments that came to nothing, since the last warm-up. */
  double gaveUpOfHundred() {
    return 100.0 * gaveUp / Math.max(1, paid + gaveUp);
  }

  private static boolean isPaid(Claim claim, ClaimOutcome outcome) {
    if (outcome instanceof ClaimOutcome.Booked) {
      return true;
    }
    if (outcome instanceof ClaimOutcome.Overloaded) {
      return false;
    }
    throw new IllegalStateException(
        "%s of a live hold ended as %s; there is nothing to compare".formatted(claim, outcome));
  }
}
