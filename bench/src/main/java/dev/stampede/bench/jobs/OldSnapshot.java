package dev.stampede.bench.jobs;

import dev.stampede.bench.Journal;
import dev.stampede.bench.Rounds;
import dev.stampede.bench.Row;
import dev.stampede.bench.turns.Findings;
import dev.stampede.bench.turns.Sample;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The same with a transaction beside it that has read the table once and then does nothing: no row
 * that is deleted meanwhile can be cleaned up. What counts are the rounds of the last third of its
 * time, when most has gathered.
 */
final class OldSnapshot {

  static final String CASE = "stampede, old snapshot";

  private static final double BAR = 0.5;

  private final StampedeJobs jobs;
  private final Journal journal;

  OldSnapshot(StampedeJobs jobs, Journal journal) {
    this.jobs = jobs;
    this.journal = journal;
  }

  void measure(Duration open, Duration round, double rateWithout, Findings findings)
      throws Exception {
    DrainCase draining = new DrainCase(jobs, (int) (rateWithout * round.toMillis() / 1_000));
    List<Sample> late = new ArrayList<>();
    long rows = 0;
    try (Connection beside = jobs.pool().getConnection()) {
      beside.setAutoCommit(false);
      beside.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      try (Statement statement = beside.createStatement()) {
        var _ = statement.execute("SELECT count(*) FROM job");
      }
      long began = System.nanoTime();
      for (Duration age = Duration.ZERO;
          age.compareTo(open) < 0;
          age = Duration.ofNanos(System.nanoTime() - began)) {
        Sample sample = draining.measure(round);
        rows += (long) (sample.ratePerSecond() * round.toMillis() / 1_000);
        journal.say("%-30s %s  snapshot %d s old".formatted(CASE, sample, age.toSeconds()));
        if (age.compareTo(open.multipliedBy(2).dividedBy(3)) >= 0) {
          late.add(sample);
        }
      }
      beside.rollback();
    }
    if (late.isEmpty()) {
      return;
    }
    double rate = Rounds.median(late, Sample::ratePerSecond);
    findings.row(
        new Row(
            CASE,
            rate,
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            "about %,d dead rows at the end".formatted(rows)));
    findings.ratio("old snapshot / none", rate / rateWithout, BAR);
  }
}
