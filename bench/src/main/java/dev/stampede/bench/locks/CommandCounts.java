package dev.stampede.bench.locks;

import dev.stampede.bench.report.Effort;
import dev.stampede.bench.report.ProgressPrinter;
import dev.stampede.bench.services.BenchServices;
import dev.stampede.bench.turns.Findings;
import java.util.Locale;

/** Counts the commands that one lock costs Redis, seen on the wire; for the record. */
record CommandCounts(
    BenchServices embedded, LocksSchedule schedule, Effort effort, ProgressPrinter journal) {

  private static final int THREADS = 16;

  void measure(Findings findings) throws Exception {
    for (Kind kind : Kind.values()) {
      String name = "commands per lock, " + kind.label();
      if (effort.includes(name)) {
        try (LossyRedis wire = LossyRedis.to(embedded.redisUrl(0), 0);
            Peer peer = kind.open(wire.url(), InOneProcess.TTL)) {
          tell(
              findings,
              name + ", distinct",
              wire,
              OneProcessCase.onDistinctKeys(kind, peer, THREADS));
          tell(findings, name + ", one key", wire, OneProcessCase.onOneKey(kind, peer, THREADS));
        }
      }
    }
  }

  private void tell(Findings findings, String name, LossyRedis wire, OneProcessCase subject)
      throws Exception {
    long before = wire.commands();
    LockTally tally =
        new Contenders(subject.peer(), subject.threads(), subject.keyOf(), Baton.NONE)
            .run(schedule.counting());
    double each = (double) (wire.commands() - before) / Math.max(1, tally.waits().count());
    journal.say(String.format(Locale.ROOT, "%-40s %.2f", name, each));
    findings.figure(name, each);
  }
}
