package dev.stampede.jobs;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps what a listener throws from the worker: a broken meter must not cost a job. */
record SafeJobListener(JobListener listener) implements JobListener {

  private static final Logger log = LoggerFactory.getLogger(SafeJobListener.class);

  @Override
  public void claimed(int count, Duration took) {
    quietly(() -> listener.claimed(count, took));
  }

  @Override
  public void started(JobRun run, Duration lag) {
    quietly(() -> listener.started(run, lag));
  }

  @Override
  public void succeeded(JobRun run, Duration took) {
    quietly(() -> listener.succeeded(run, took));
  }

  @Override
  public void failed(JobRun run, Duration took, Throwable failure, boolean last) {
    quietly(() -> listener.failed(run, took, failure, last));
  }

  @Override
  public void fenced(JobRun run) {
    quietly(() -> listener.fenced(run));
  }

  @Override
  public void rescued(int freed, int died) {
    quietly(() -> listener.rescued(freed, died));
  }

  @Override
  public void pruned(int count) {
    quietly(() -> listener.pruned(count));
  }

  private static void quietly(Runnable telling) {
    try {
      telling.run();
    } catch (RuntimeException | Error e) {
      log.warn("a listener of the job queue failed; the jobs go on", e);
    }
  }
}
