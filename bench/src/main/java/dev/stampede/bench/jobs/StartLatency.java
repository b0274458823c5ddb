package dev.stampede.bench.jobs;

import dev.stampede.bench.report.Row;
import dev.stampede.bench.turns.Findings;
import dev.stampede.bench.turns.Nanos;
import dev.stampede.jobs.JobHandler;
import dev.stampede.jobs.JobListener;
import dev.stampede.jobs.JobWorker;
import dev.stampede.jobs.NewJob;
import java.sql.Connection;
import java.time.Duration;
import java.util.Collections;
import java.util.OptionalDouble;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/**
 * From when a job was to be enqueued until it starts, with jobs coming at a steady rate, whatever
 * becomes of the earlier ones: its transaction and its commit are part of it.
 */
final class StartLatency {

  static final String CASE = "enqueue to start";

  private static final Duration BETWEEN_TRANSACTIONS = Duration.ofMillis(20);
  private static final double BAR_MILLIS = 50;

  private final StampedeJobs jobs;
  private final double ratePerSecond;

  StartLatency(StampedeJobs jobs, double ratePerSecond) {
    this.jobs = jobs;
    this.ratePerSecond = ratePerSecond;
  }

  void measure(Duration warmUp, Duration duration, Findings findings) throws Exception {
    var _ = run(warmUp);
    Nanos waits = run(duration);
    findings.row(
        new Row(
            CASE,
            ratePerSecond,
            OptionalDouble.of(waits.percentileMillis(0.5)),
            OptionalDouble.of(waits.percentileMillis(0.99)),
            "open loop, %,d jobs".formatted(waits.count())));
    findings.ratio("50 ms / p99 of enqueue to start", BAR_MILLIS / waits.percentileMillis(0.99), 1);
  }

  private Nanos run(Duration duration) throws Exception {
    Nanos waits = new Nanos();
    RunCounter tally = new RunCounter();
    JobHandler handler =
        JobHandler.atLeastOnce(
            run -> {
              long waited = System.nanoTime() - Long.parseLong(run.payload());
              synchronized (waits) {
                waits.add(waited);
              }
              tally.count();
            });
    int each = (int) Math.max(1, ratePerSecond * BETWEEN_TRANSACTIONS.toMillis() / 1_000);
    long step = (long) (each / ratePerSecond * 1e9);
    int sent = 0;
    try (JobWorker _ = jobs.worker(handler, JobListener.NONE);
        Connection connection = jobs.pool().getConnection()) {
      long begin = System.nanoTime();
      for (long due = begin; due - begin < duration.toNanos(); due += step) {
        LockSupport.parkNanos(due - System.nanoTime());
        NewJob job = StampedeJobs.job(Long.toString(due));
        var _ = jobs.queue().enqueue(connection, Collections.nCopies(each, job));
        jobs.queue().wake();
        sent += each;
      }
      tally.await(sent);
    } catch (TimeoutException e) {
      throw new IllegalStateException("jobs were lost in the measurement of latency", e);
    }
    return waits;
  }
}
