package dev.stampede.jobs;

/** The result of enqueuing a job. */
public sealed interface Enqueued {

  /** It is in the queue as soon as, and only if, the caller's transaction commits. */
  record Accepted(JobId id) implements Enqueued {}

  /** Another job with the same unique key waits or runs; nothing was written. */
  record AlreadyThere(String uniqueKey) implements Enqueued {}
}
