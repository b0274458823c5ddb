package dev.stampede.server.metrics;

import dev.stampede.jobs.JobAdmin;
import dev.stampede.jobs.JobListener;
import dev.stampede.jobs.JobRun;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.function.ToDoubleFunction;

/**
 * The job queue in numbers: what this process runs, and how the whole queue is. Kinds are bounded:
 * only those that the process has handlers for are run by it.
 */
public final class JobMeters implements JobListener {

  private static final JobAdmin.Figures UNKNOWN =
      new JobAdmin.Figures(0, 0, 0, 0, 0, Duration.ZERO);

  private final MeterRegistry registry;
  private final Counter fenced;
  private final Counter freed;
  private final Counter pruned;
  private volatile JobAdmin.Figures figures = UNKNOWN;

  public JobMeters(MeterRegistry registry) {
    this.registry = registry;
    this.fenced = counter("fenced", "Runs that ended after another worker took their job");
    this.freed = counter("rescued", "Jobs taken from workers that vanished");
    this.pruned = counter("pruned", "Finished jobs that were deleted");
    gauge("due", "Jobs that could run now", JobAdmin.Figures::due);
    gauge("scheduled", "Jobs for later", JobAdmin.Figures::scheduled);
    gauge("claimed", "Jobs that workers run or are about to", JobAdmin.Figures::claimed);
    gauge("dead", "Jobs that wait for a person", JobAdmin.Figures::dead);
    gauge("workers", "Workers that give signs of life", JobAdmin.Figures::workers);
    gauge(
        "oldest.due.seconds",
        "For how long the oldest due job has been due",
        seen -> seen.lag().toMillis() / 1e3);
  }

  private Counter counter(String what, String description) {
    return Counter.builder("stampede.jobs." + what).description(description).register(registry);
  }

  private void gauge(String what, String description, ToDoubleFunction<JobAdmin.Figures> value) {
    Gauge.builder("stampede.jobs." + what, this, self -> value.applyAsDouble(self.figures))
        .description(description)
        .register(registry);
  }

  /** Returns the figures that were last seen. */
  public JobAdmin.Figures figures() {
    return figures;
  }

  /** To be called now and then. */
  public void see(JobAdmin.Figures now) {
    figures = now;
  }

  @Override
  public void started(JobRun run, Duration lag) {
    Timer.builder("stampede.jobs.lag")
        .description("From when a job was due until it started")
        .tag("kind", run.kind())
        .register(registry)
        .record(lag.isNegative() ? Duration.ZERO : lag);
  }

  @Override
  public void succeeded(JobRun run, Duration took) {
    ended(run, took, "done");
  }

  @Override
  public void failed(JobRun run, Duration took, Throwable failure, boolean last) {
    ended(run, took, last ? "died" : "failed");
  }

  private void ended(JobRun run, Duration took, String outcome) {
    Timer.builder("stampede.jobs.run")
        .description("Time that jobs ran, by outcome")
        .tag("kind", run.kind())
        .tag("outcome", outcome)
        .register(registry)
        .record(took);
  }

  @Override
  public void fenced(JobRun run) {
    fenced.increment();
  }

  @Override
  public void rescued(int count, int died) {
    freed.increment(count + died);
  }

  @Override
  public void pruned(int count) {
    pruned.increment(count);
  }
}
