package dev.stampede.bench.jobs;

import dev.stampede.bench.report.Benchmark;
import dev.stampede.bench.report.Effort;
import dev.stampede.bench.report.ProgressPrinter;
import dev.stampede.bench.report.Report;
import dev.stampede.bench.services.BenchServices;
import dev.stampede.bench.turns.Findings;
import dev.stampede.bench.turns.Measured;
import dev.stampede.bench.turns.RoundSchedule;
import dev.stampede.embedded.ServiceKind;
import dev.stampede.embedded.ServiceReporter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Jobs that do nothing, so that only the queue is measured: ours and db-scheduler's, with as many
 * worker threads, on one PostgreSQL with fsync on, each in a database of its own.
 */
public final class JobsBenchmark implements Benchmark {

  private static final String OURS = "stampede";
  private static final String FINISHED = "stampede, many finished";
  private static final String THEIRS = "db-scheduler";

  private static final int AT_FIRST = 10_000;
  private static final int AT_FIRST_THEIRS = 2_000;

  private static final double BAR_PEER = 8;
  private static final double BAR_FINISHED = 0.8;
  private static final double LATENCY_AT = 0.1;

  /** The lengths of the parts. */
  private record Plan(RoundSchedule turns, int finished, Duration latency, Duration snapshot) {}

  private static final Plan QUICK =
      new Plan(
          new RoundSchedule(1, Duration.ofSeconds(1), 2, Duration.ofMillis(1_500)),
          200_000,
          Duration.ofSeconds(4),
          Duration.ofSeconds(9));

  private static final Plan FULL =
      new Plan(
          new RoundSchedule(2, Duration.ofSeconds(2), 5, Duration.ofSeconds(4)),
          1_000_000,
          Duration.ofSeconds(15),
          Duration.ofSeconds(60));

  @Override
  public String name() {
    return "jobs";
  }

  @Override
  public String question() {
    return "jobs that do nothing: batches against one by one, and what old rows cost";
  }

  @Override
  public Report run(Effort effort, ProgressPrinter journal) throws Exception {
    Plan plan = effort.quick() ? QUICK : FULL;
    Findings findings = new Findings();
    try (BenchServices embedded =
            BenchServices.start(
                EnumSet.of(ServiceKind.POSTGRESQL), new ServiceReporter(journal::say));
        StampedeJobs ours = new StampedeJobs(OURS, embedded.newDatabase("jobs"));
        StampedeJobs finished = new StampedeJobs(FINISHED, embedded.newDatabase("jobs_finished"));
        DbSchedulerJobs theirs = new DbSchedulerJobs(embedded.newDatabase("db_scheduler"))) {
      journal.say("%d worker threads each; %s".formatted(JobConnections.THREADS, plan.turns));
      if (effort.includes(FINISHED)) {
        finished.finished(plan.finished);
      }
      List<DrainCase> cases = new ArrayList<>();
      cases.add(new DrainCase(ours, AT_FIRST));
      cases.add(new DrainCase(finished, AT_FIRST));
      cases.add(new DrainCase(theirs, AT_FIRST_THEIRS));
      cases.removeIf(each -> !effort.includes(each.name()));
      Measured measured = Measured.inTurns(cases, plan.turns, journal);
      measured.tell(findings);
      measured.ratio(findings, "stampede / db-scheduler", OURS, THEIRS, BAR_PEER);
      measured.ratio(
          findings, "%,d finished / none".formatted(plan.finished), FINISHED, OURS, BAR_FINISHED);
      OptionalDouble rate = measured.rate(OURS);
      if (rate.isPresent() && effort.includes(StartLatency.CASE)) {
        new StartLatency(ours, rate.getAsDouble() * LATENCY_AT)
            .measure(plan.latency.dividedBy(4), plan.latency, findings);
      }
      if (effort.includes(OldSnapshotJobs.CASE)) {
        new OldSnapshotJobs(ours, journal).measure(plan.snapshot, findings);
      }
    }
    return findings.report(name());
  }
}
