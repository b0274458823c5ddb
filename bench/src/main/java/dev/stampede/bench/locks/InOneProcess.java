package dev.stampede.bench.locks;

import dev.stampede.bench.report.Effort;
import dev.stampede.bench.report.ProgressPrinter;
import dev.stampede.bench.services.BenchServices;
import dev.stampede.bench.turns.Findings;
import dev.stampede.bench.turns.Measured;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Locks that nobody else wants, and one that sixteen threads want. */
record InOneProcess(
    BenchServices embedded, LocksSchedule schedule, Effort effort, ProgressPrinter journal) {

  static final Duration TTL = Duration.ofSeconds(30);

  private static final int CONTENDERS = 16;
  private static final double DISTINCT_BAR = 2.5;
  private static final double LONE_BAR = 1;
  private static final double ONE_KEY_BAR = 3;

  void measure(Findings findings) throws Exception {
    Map<Kind, Peer> peers = new EnumMap<>(Kind.class);
    try {
      for (Kind kind : Kind.values()) {
        peers.put(kind, kind.open(embedded.redisUrl(0), TTL));
      }
      Measured measured = Measured.inTurns(cases(peers), schedule.alone(), journal);
      measured.tell(findings);
      ratios(measured, findings);
    } finally {
      peers.values().forEach(Peer::close);
    }
  }

  private List<OneProcessCase> cases(Map<Kind, Peer> peers) {
    List<OneProcessCase> cases = new ArrayList<>();
    for (int threads : List.of(1, 16, 64)) {
      peers.forEach(
          (kind, peer) -> {
            // Nobody waits there, so that our ways to wait do not differ.
            if (kind != Kind.SPIN) {
              cases.add(OneProcessCase.onDistinctKeys(kind, peer, threads));
            }
          });
    }
    peers.forEach((kind, peer) -> cases.add(OneProcessCase.onOneKey(kind, peer, CONTENDERS)));
    cases.removeIf(each -> !effort.includes(each.name()));
    return cases;
  }

  private static void ratios(Measured measured, Findings findings) {
    for (int threads : List.of(1, 16, 64)) {
      for (Kind peer : List.of(Kind.RLOCK, Kind.RSPINLOCK)) {
        measured.ratio(
            findings,
            "distinct keys, %d threads: ours / %s".formatted(threads, peer.label()),
            OneProcessCase.distinct(Kind.PUBSUB, threads),
            OneProcessCase.distinct(peer, threads),
            threads == 1 ? LONE_BAR : DISTINCT_BAR);
      }
    }
    measured.ratio(
        findings,
        "one key: pubsub / " + Kind.RLOCK.label(),
        OneProcessCase.one(Kind.PUBSUB, CONTENDERS),
        OneProcessCase.one(Kind.RLOCK, CONTENDERS),
        ONE_KEY_BAR);
    measured.ratio(
        findings,
        "one key: spin / " + Kind.RSPINLOCK.label(),
        OneProcessCase.one(Kind.SPIN, CONTENDERS),
        OneProcessCase.one(Kind.RSPINLOCK, CONTENDERS),
        ONE_KEY_BAR);
  }
}
