package dev.stampede.bench.locks;

import dev.stampede.bench.Benchmark;
import dev.stampede.bench.Effort;
import dev.stampede.bench.Journal;
import dev.stampede.bench.Report;
import dev.stampede.bench.house.House;
import dev.stampede.bench.house.ServiceNews;
import dev.stampede.bench.turns.Findings;
import dev.stampede.bench.turns.Measured;
import dev.stampede.bench.turns.Turns;
import dev.stampede.embedded.Service;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;

public final class LocksBenchmark implements Benchmark {
  @Override
  public String name() {
    return "locks";
  }

  @Override
  public String question() {
    return "locks in Redis: ours against Redisson's";
  }

  @Override
  public Report run(Effort effort, Journal journal) throws Exception {
    Findings findings = new Findings();
    try (House house = House.start(EnumSet.of(Service.REDIS), new ServiceNews(journal))) {
      Map<Kind, Peer> peers = new EnumMap<>(Kind.class);
      for (Kind kind : Kind.values()) {
        peers.put(kind, kind.open(house.redisUrl(0), Duration.ofSeconds(30)));
      }
      List<OneProcess> cases = new ArrayList<>();
      for (int threads : new int[] {1, 16, 64}) {
        peers.forEach((kind, peer) -> cases.add(OneProcess.onDistinctKeys(kind, peer, threads)));
      }
      peers.forEach((kind, peer) -> cases.add(OneProcess.onOneKey(kind, peer, 16)));
      cases.removeIf(each -> !effort.includes(each.name()));
      Measured.inTurns(cases, new Turns(2, Duration.ofMillis(700), 3, Duration.ofSeconds(1)), journal).tell(findings);
    }
    return findings.report(name());
  }
}
