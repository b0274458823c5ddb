package dev.stampede.bench.wallet;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stampede.bench.engine.Engine;
import dev.stampede.bench.engine.EngineRound;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.Operation;
import dev.stampede.engine.claim.TransferId;
import dev.stampede.engine.claim.WalletLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Buyers and the points they pay with: one whom everybody uses, and many, few of them popular. */
final class BenchWallets {

  static final int MANY = 10_000;

  /** The same buyers in the same order in every run. */
  private static final long SEED = 20_261_115;

  private static final int FILLING_THREADS = 256;
  private static final Duration FILLED_WITHIN = Duration.ofMinutes(1);

  /** The largest top-up: for ten thousand seats. */
  private static final long POINTS = WalletLimits.DEFAULT.maxTopUp();

  /** The top-ups that fill a wallet: for a million seats. */
  private static final long HOT_TOP_UPS = WalletLimits.DEFAULT.maxBalance() / POINTS;

  /** The first of many pays every tenth seat, the k-th a k-th of that: for two million in all. */
  private static final int FIRST_TOP_UPS = 20;

  private final Buyer hot = new Buyer("everybody");
  private final List<Buyer> many =
      IntStream.range(0, MANY).mapToObj(number -> new Buyer("buyer-" + number)).toList();

  Buyer hot() {
    return hot;
  }

  /** Draws one of the many, the first ones most. For one thread. */
  Supplier<Buyer> byPopularity() {
    Zipf popularity = new Zipf(MANY, new SplittableRandom(SEED));
    return () -> many.get(popularity.next());
  }

  void fillHot(Engine engine) throws InterruptedException {
    List<Claim> topUps = new ArrayList<>();
    for (int i = 0; i < HOT_TOP_UPS; i++) {
      topUps.add(topUp(hot, "fill-" + i, POINTS));
    }
    fill(engine, topUps);
  }

  void fillMany(Engine engine) throws InterruptedException {
    List<Claim> topUps = new ArrayList<>();
    for (int number = 0; number < MANY; number++) {
      for (int i = 0; i < Math.max(1, FIRST_TOP_UPS / (number + 1)); i++) {
        topUps.add(topUp(many.get(number), "fill-" + i, POINTS));
      }
    }
    fill(engine, topUps);
  }

  static Claim topUp(Buyer buyer, String key, long points) {
    return new Claim.TopUp(
        buyer,
        Operation.of(buyer, "POST /wallet/top-ups", key, Long.toString(points).getBytes(UTF_8)),
        TransferId.fresh(System.currentTimeMillis()),
        points,
        buyer);
  }

  private static void fill(Engine engine, List<Claim> topUps) throws InterruptedException {
    Iterator<Claim> left = topUps.iterator();
    EngineRound filled =
        EngineRound.run(
            engine.groupCommit(),
            FILLING_THREADS,
            () -> {
              synchronized (left) {
                return left.hasNext() ? left.next() : null;
              }
            },
            FILLED_WITHIN,
            EngineRound.Judge.expecting(ClaimOutcome.ToppedUp.class));
    if (filled.claims() < topUps.size()) {
      throw new IllegalStateException(
          "only %,d of %,d top-ups were done within %d s; the machine is too busy to measure"
              .formatted(filled.claims(), topUps.size(), FILLED_WITHIN.toSeconds()));
    }
  }
}
