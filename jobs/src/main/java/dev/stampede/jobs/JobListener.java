package dev.stampede.jobs;

import java.time.Duration;

/**
 * Hears what a worker does, for metrics. Called by the worker's threads: be quick, do not throw.
 */
public interface JobListener {

  JobListener NONE = new JobListener() {};

  /** So many were claimed by one statement. */
  default void claimed(int count, Duration took) {}

  /** A run begins, so long after it was due. */
  default void started(JobRun run, Duration lag) {}

  /** A handler has returned; whether its completion counts is told by {@link #fenced}. */
  default void succeeded(JobRun run, Duration took) {}

  /**
   * A run has failed, or its time was up.
   *
   * @param last it is dead now and waits for a person
   */
  default void failed(JobRun run, Duration took, Throwable failure, boolean last) {}

  /** A run ended after its job had been given to another; what it says is not believed. */
  default void fenced(JobRun run) {}

  /** So many jobs of workers that vanished wait again, and so many have had enough of it. */
  default void rescued(int freed, int died) {}

  /** So many finished jobs were forgotten. */
  default void pruned(int count) {}
}
