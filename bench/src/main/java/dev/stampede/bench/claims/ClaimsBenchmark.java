package dev.stampede.bench.claims;

import dev.stampede.bench.engine.Engine;
import dev.stampede.bench.report.Benchmark;
import dev.stampede.bench.report.Effort;
import dev.stampede.bench.report.ProgressPrinter;
import dev.stampede.bench.report.Report;
import dev.stampede.bench.services.BenchServices;
import dev.stampede.bench.turns.Findings;
import dev.stampede.embedded.ServiceKind;
import dev.stampede.embedded.ServiceReporter;
import java.util.EnumSet;
import java.util.Set;

/**
 * Measures the cost of a claim, all of it in one run on one PostgreSQL with fsync on: group commit
 * against the same writes in a transaction of their own for each claim, in the engine and over
 * HTTP.
 */
public final class ClaimsBenchmark implements Benchmark {

  @Override
  public String name() {
    return "claims";
  }

  @Override
  public String question() {
    return "claims of seats: group commit against one transaction each, and against the echo";
  }

  @Override
  public Report run(Effort effort, ProgressPrinter journal) throws Exception {
    Findings findings = new Findings();
    boolean overHttp = HttpSales.wanted(effort);
    Set<ServiceKind> services = EnumSet.of(ServiceKind.POSTGRESQL, ServiceKind.REDIS);
    if (overHttp) {
      services.add(ServiceKind.KAFKA);
    }
    try (BenchServices embedded =
        BenchServices.start(services, new ServiceReporter(journal::say))) {
      if (overHttp) {
        findings.part(
            "over HTTP", journal, () -> new HttpSales(embedded, effort, journal).measure(findings));
      }
      if (EngineSpeed.wanted(effort)) {
        findings.part(
            "in the engine", journal, () -> engineSpeed(embedded, effort, journal, findings));
      }
      if (WireCost.wanted(effort)) {
        findings.part("on the wire", journal, () -> wireCost(embedded, journal, findings));
      }
      if (FlatCost.wanted(effort)) {
        findings.part("many rows", journal, () -> flatCost(embedded, effort, journal, findings));
      }
    }
    return findings.report(name());
  }

  private static void engineSpeed(
      BenchServices embedded, Effort effort, ProgressPrinter journal, Findings findings)
      throws Exception {
    try (Engine engine = Engine.open(embedded.newDatabase("engine"), embedded.redisUrl(3))) {
      new EngineSpeed(engine, effort, journal).measure(findings);
    }
  }

  private static void flatCost(
      BenchServices embedded, Effort effort, ProgressPrinter journal, Findings findings)
      throws Exception {
    try (Engine small = Engine.open(embedded.newDatabase("small"), embedded.redisUrl(4));
        Engine large = Engine.open(embedded.newDatabase("large"), embedded.redisUrl(5))) {
      new FlatCost(small, large, effort, journal).measure(findings);
    }
  }

  private static void wireCost(BenchServices embedded, ProgressPrinter journal, Findings findings)
      throws Exception {
    try (CountingProxy proxy = CountingProxy.to(embedded.newDatabase("counted"));
        Engine engine = Engine.open(proxy.databaseUrl(), embedded.redisUrl(6))) {
      new WireCost(engine, proxy.counts(), journal).measure(findings);
    }
  }
}
