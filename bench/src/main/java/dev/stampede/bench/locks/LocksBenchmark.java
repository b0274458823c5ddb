package dev.stampede.bench.locks;

import dev.stampede.bench.report.Benchmark;
import dev.stampede.bench.report.Effort;
import dev.stampede.bench.report.ProgressPrinter;
import dev.stampede.bench.report.Report;
import dev.stampede.bench.services.BenchServices;
import dev.stampede.bench.turns.Findings;
import dev.stampede.embedded.ServiceKind;
import dev.stampede.embedded.ServiceReporter;
import java.util.EnumSet;

/**
 * Measures the cost of a lock in Redis: ours and Redisson's, in turns, on one Redis, with the same
 * time after which a lock ends and none renewed. A run in which two hold one lock at once does not
 * count.
 */
public final class LocksBenchmark implements Benchmark {

  @Override
  public String name() {
    return "locks";
  }

  @Override
  public String question() {
    return "locks in Redis: ours against Redisson's, alone, contended and with messages lost";
  }

  @Override
  public Report run(Effort effort, ProgressPrinter journal) throws Exception {
    Findings findings = new Findings();
    LocksSchedule schedule = LocksSchedule.of(effort);
    try (BenchServices embedded =
        BenchServices.start(EnumSet.of(ServiceKind.REDIS), new ServiceReporter(journal::say))) {
      new InOneProcess(embedded, schedule, effort, journal).measure(findings);
      new AcrossProcesses(embedded, schedule, effort, journal).measure(findings);
      new CommandCounts(embedded, schedule, effort, journal).measure(findings);
    }
    return findings.report(name());
  }
}
