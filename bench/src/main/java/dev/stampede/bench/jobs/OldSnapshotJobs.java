package dev.stampede.bench.jobs;

import dev.stampede.bench.report.ProgressPrinter;
import dev.stampede.bench.report.Row;
import dev.stampede.bench.turns.Findings;
import dev.stampede.jobs.JobHandler;
import dev.stampede.jobs.JobListener;
import dev.stampede.jobs.JobWorker;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.OptionalDouble;

/**
 * A worker that goes on and on while its queue is kept filled; then the same with a transaction
 * beside it that has read the table once and does nothing: no row that is deleted meanwhile can be
 * cleaned up. The last third of that transaction's time counts, when most has gathered.
 */
final class OldSnapshotJobs {

  static final String CASE = "stampede, old snapshot";

  private static final String WITHOUT = "stampede, steady";
  private static final double BAR = 0.5;

  /** Never empty, and never so full that filling it is what is measured. */
  private static final int BACKLOG = 20_000;

  private static final Duration LOOK = Duration.ofMillis(5);

  private final StampedeJobs jobs;
  private final ProgressPrinter journal;
  private final RunCounter tally = new RunCounter();
  private long enqueued;

  OldSnapshotJobs(StampedeJobs jobs, ProgressPrinter journal) {
    this.jobs = jobs;
    this.journal = journal;
  }

  void measure(Duration open, Findings findings) throws Exception {
    try (JobWorker _ =
        jobs.worker(JobHandler.atLeastOnce(run -> tally.count()), JobListener.NONE)) {
      Duration third = open.dividedBy(3);
      var _ = rate(third.dividedBy(2));
      double without = rate(third);
      try (Connection beside = jobs.pool().getConnection()) {
        beside.setAutoCommit(false);
        beside.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        try (Statement statement = beside.createStatement()) {
          var _ = statement.execute("SELECT count(*) FROM job");
        }
        long before = tally.sum();
        for (int early = 0; early < 2; early++) {
          journal.say("%-30s %,9.0f/s so far".formatted(CASE, rate(third)));
        }
        double late = rate(third);
        findings.row(row(WITHOUT, without, "filled and emptied at once"));
        findings.row(
            row(CASE, late, "the same, %,d dead rows at the end".formatted(tally.sum() - before)));
        findings.ratio("old snapshot / none", late / without, BAR);
        beside.rollback();
      }
    }
  }

  private static Row row(String name, double rate, String note) {
    return new Row(name, rate, OptionalDouble.empty(), OptionalDouble.empty(), note);
  }

  /** Jobs done a second, with the queue kept filled for so long. */
  private double rate(Duration duration) throws Exception {
    long began = System.nanoTime();
    long before = tally.sum();
    while (System.nanoTime() - began < duration.toNanos()) {
      if (enqueued - tally.sum() < BACKLOG) {
        jobs.fill(BACKLOG / 4);
        jobs.queue().wake();
        enqueued += BACKLOG / 4;
      } else {
        Thread.sleep(LOOK);
      }
    }
    return (tally.sum() - before) / ((System.nanoTime() - began) / 1e9);
  }
}
