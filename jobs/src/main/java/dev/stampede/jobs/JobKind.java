package dev.stampede.jobs;

import java.time.Duration;

/**
 * A kind of job: what it is called in the database, how long one run may take, and how often it is
 * tried.
 */
public record JobKind(String name, Duration timeout, RetryPolicy retries) {

  public static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(1);

  private static final Duration LEAST_TIMEOUT = Duration.ofMillis(10);
  private static final Duration MOST_TIMEOUT = Duration.ofDays(1);

  public JobKind {
    Bounds.text("kind", name, 1, NewJob.MAX_KIND_CHARS);
    Bounds.within("time-out of " + name, timeout, LEAST_TIMEOUT, MOST_TIMEOUT);
  }

  public static JobKind named(String name) {
    return new JobKind(name, DEFAULT_TIMEOUT, RetryPolicy.DEFAULT);
  }

  public JobKind within(Duration limit) {
    return new JobKind(name, limit, retries);
  }

  public JobKind retried(RetryPolicy often) {
    return new JobKind(name, timeout, often);
  }
}
