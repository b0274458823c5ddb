package dev.stampede.jobs;

import java.time.Duration;

/**
 * A worker's limits.
 *
 * @param threads how many jobs run at once
 * @param batch the most that are claimed, or finished, by one statement
 * @param lease how long a worker may give no sign of life before its jobs are given to others; it
 *     gives one three times as often
 * @param poll the longest that an idle worker does not look; it is told of new jobs much sooner
 * @param keepFinished how long what was done is remembered; zero: not at all
 * @param drain how long closing waits for what is running
 */
public record WorkerSettings(
    int threads, int batch, Duration lease, Duration poll, Duration keepFinished, Duration drain) {

  public static final WorkerSettings DEFAULT =
      new WorkerSettings(
          20,
          500,
          Duration.ofSeconds(30),
          Duration.ofSeconds(1),
          Duration.ofHours(1),
          Duration.ofSeconds(10));

  public WorkerSettings {
    Bounds.within("threads", threads, 1, 1_000);
    Bounds.within("batch", batch, 1, 10_000);
    Bounds.within("lease", lease, Duration.ofMillis(300), Duration.ofHours(1));
    Bounds.within("poll", poll, Duration.ofMillis(10), Duration.ofMinutes(10));
    Bounds.within("keep finished", keepFinished, Duration.ZERO, Duration.ofDays(3_650));
    Bounds.within("drain", drain, Duration.ZERO, Duration.ofMinutes(10));
  }

  public WorkerSettings withThreads(int many) {
    return new WorkerSettings(many, batch, lease, poll, keepFinished, drain);
  }

  public WorkerSettings withBatch(int most) {
    return new WorkerSettings(threads, most, lease, poll, keepFinished, drain);
  }

  public WorkerSettings withLease(Duration until) {
    return new WorkerSettings(threads, batch, until, poll, keepFinished, drain);
  }

  public WorkerSettings withPoll(Duration longest) {
    return new WorkerSettings(threads, batch, lease, longest, keepFinished, drain);
  }

  public WorkerSettings keeping(Duration finished) {
    return new WorkerSettings(threads, batch, lease, poll, finished, drain);
  }

  public WorkerSettings draining(Duration patience) {
    return new WorkerSettings(threads, batch, lease, poll, keepFinished, patience);
  }
}
