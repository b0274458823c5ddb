package dev.stampede.bench;

import dev.stampede.bench.claims.ClaimsBenchmark;
import dev.stampede.bench.cold.ColdBenchmark;
import dev.stampede.bench.cost.CostBenchmark;
import dev.stampede.bench.events.EventsBenchmark;
import dev.stampede.bench.fairness.FairnessBenchmark;
import dev.stampede.bench.http.HttpBenchmark;
import dev.stampede.bench.idle.IdleBenchmark;
import dev.stampede.bench.jobs.JobsBenchmark;
import dev.stampede.bench.locks.LocksBenchmark;
import dev.stampede.bench.matching.MatchingBenchmark;
import dev.stampede.bench.overload.OverloadBenchmark;
import dev.stampede.bench.pages.PagesBenchmark;
import dev.stampede.bench.report.Benchmark;
import dev.stampede.bench.up.UpBenchmark;
import dev.stampede.bench.waitingroom.WaitingRoomBenchmark;
import dev.stampede.bench.wallet.WalletBenchmark;
import java.util.List;
import java.util.Optional;

/** All benchmarks; the one place where a new one is added. */
final class Benchmarks {

  static final List<Benchmark> ALL =
      List.of(
          new HttpBenchmark(),
          new UpBenchmark(),
          new ColdBenchmark(),
          new ClaimsBenchmark(),
          new WalletBenchmark(),
          new WaitingRoomBenchmark(),
          new PagesBenchmark(),
          new LocksBenchmark(),
          new JobsBenchmark(),
          new EventsBenchmark(),
          new OverloadBenchmark(),
          new FairnessBenchmark(),
          new MatchingBenchmark(),
          new CostBenchmark(),
          new IdleBenchmark());

  private Benchmarks() {}

  static List<String> names() {
    return ALL.stream().map(Benchmark::name).toList();
  }

  static Optional<Benchmark> named(String name) {
    return ALL.stream().filter(benchmark -> benchmark.name().equals(name)).findFirst();
  }

  /** One line each, for a person who has to choose. */
  static String listing() {
    StringBuilder lines = new StringBuilder();
    for (Benchmark benchmark : ALL) {
      lines.append("  %-12s %s%n".formatted(benchmark.name(), benchmark.question()));
    }
    return lines.toString();
  }
}
