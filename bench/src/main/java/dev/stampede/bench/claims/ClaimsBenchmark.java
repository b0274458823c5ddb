package dev.stampede.bench.claims;

import dev.stampede.bench.Benchmark;
import dev.stampede.bench.Effort;
import dev.stampede.bench.Journal;
import dev.stampede.bench.Report;
import dev.stampede.bench.engine.Engine;
import dev.stampede.bench.house.House;
import dev.stampede.bench.turns.Findings;
import dev.stampede.embedded.Service;
import dev.stampede.embedded.ServiceNews;
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
  public Report run(Effort effort, Journal journal) throws Exception {
    Findings findings = new Findings();
    boolean overHttp = HttpSales.wanted(effort);
    Set<Service> services = EnumSet.of(Service.POSTGRESQL, Service.REDIS);
    if (overHttp) {
      services.add(Service.KAFKA);
    }
    try (House house = House.start(services, new ServiceNews(journal::say))) {
      if (overHttp) {
        findings.part(
            "over HTTP", journal, () -> new HttpSales(house, effort, journal).measure(findings));
      }
      if (EngineSpeed.wanted(effort)) {
        findings.part(
            "in the engine", journal, () -> engineSpeed(house, effort, journal, findings));
      }
      if (WireCost.wanted(effort)) {
        findings.part("on the wire", journal, () -> wireCost(house, journal, findings));
      }
      if (FlatCost.wanted(effort)) {
        findings.part("many rows", journal, () -> flatCost(house, effort, journal, findings));
      }
    }
    return findings.report(name());
  }

  private static void engineSpeed(House house, Effort effort, Journal journal, Findings findings)
      throws Exception {
    try (Engine engine = Engine.open(house.newDatabase("engine"), house.redisUrl(3))) {
      new EngineSpeed(engine, effort, journal).measure(findings);
    }
  }

  private static void flatCost(House house, Effort effort, Journal journal, Findings findings)
      throws Exception {
    try (Engine small = Engine.open(house.newDatabase("small"), house.redisUrl(4));
        Engine large = Engine.open(house.newDatabase("large"), house.redisUrl(5))) {
      new FlatCost(small, large, effort, journal).measure(findings);
    }
  }

  private static void wireCost(House house, Journal journal, Findings findings) throws Exception {
    try (CountingProxy proxy = CountingProxy.to(house.newDatabase("counted"));
        Engine engine = Engine.open(proxy.databaseUrl(), house.redisUrl(6))) {
      new WireCost(engine, proxy.counts(), journal).measure(findings);
    }
  }
}
