package dev.stampede.bench.locks;

import dev.stampede.bench.turns.Case;
import dev.stampede.bench.turns.CaseSample;
import java.time.Duration;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.IntFunction;

/** Contenders in this process alone, for one key or for one each. */
record OneProcessCase(String name, Peer peer, int threads, IntFunction<String> keyOf)
    implements Case {

  static OneProcessCase onDistinctKeys(Kind kind, Peer peer, int threads) {
    return new OneProcessCase(distinct(kind, threads), peer, threads, i -> "distinct-" + i);
  }

  static OneProcessCase onOneKey(Kind kind, Peer peer, int threads) {
    return new OneProcessCase(one(kind, threads), peer, threads, _ -> "one");
  }

  static String distinct(Kind kind, int threads) {
    return "distinct %d, %s".formatted(threads, kind.label());
  }

  static String one(Kind kind, int threads) {
    return "one key %d, %s".formatted(threads, kind.label());
  }

  @Override
  public CaseSample measure(Duration duration) throws Exception {
    LockTally tally = new Contenders(peer, threads, keyOf, Baton.NONE).run(duration);
    return new CaseSample(
        tally.acquired() / (duration.toNanos() / 1e9),
        OptionalDouble.of(tally.waits().percentileMillis(0.5)),
        OptionalDouble.of(tally.waits().percentileMillis(0.99)),
        String.format(Locale.ROOT, "longest wait %.1f × mean", tally.unfairness()));
  }
}
