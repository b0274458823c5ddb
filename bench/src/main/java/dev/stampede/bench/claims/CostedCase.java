package dev.stampede.bench.claims;

import dev.stampede.bench.report.Rounds;
import dev.stampede.bench.sale.BenchSaleServer;
import dev.stampede.bench.sale.HttpRound;
import dev.stampede.bench.turns.Case;
import dev.stampede.bench.turns.CaseSample;
import dev.stampede.bench.turns.Findings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A case of one of two servers that also notes what an answer cost its server. */
final class CostedCase implements Case {

  private final String whose;
  private final String load;
  private final BenchSaleServer server;
  private final Case measured;
  private final List<Double> micros = new ArrayList<>();

  CostedCase(String whose, String load, BenchSaleServer server, Case measured) {
    this.whose = whose;
    this.load = load;
    this.server = server;
    this.measured = measured;
  }

  @Override
  public String name() {
    return whose + load;
  }

  @Override
  public void warmUp(Duration duration) throws Exception {
    measured.warmUp(duration);
  }

  /** The time in which a round settles is worked in too, at about the same rate. */
  @Override
  public CaseSample measure(Duration duration) throws Exception {
    Duration before = server.cpuTime();
    CaseSample sample = measured.measure(duration);
    double used = server.cpuTime().minus(before).toNanos() / 1e3;
    double answers = sample.ratePerSecond() * duration.plus(HttpRound.SETTLE).toNanos() / 1e9;
    if (answers > 0) {
      micros.add(used / answers);
    }
    return sample;
  }

  /** The processor time that an answer costs each, in µs, and ours over theirs. */
  void tellCostAgainst(CostedCase other, Findings findings) {
    if (micros.isEmpty() || other.micros.isEmpty()) {
      return;
    }
    double mine = Rounds.median(micros, each -> each);
    double theirs = Rounds.median(other.micros, each -> each);
    findings.figure("processor µs, " + name(), mine);
    findings.figure("processor µs, " + other.name(), theirs);
    findings.figure("processor time of " + load + ", this / that", mine / theirs);
  }
}
