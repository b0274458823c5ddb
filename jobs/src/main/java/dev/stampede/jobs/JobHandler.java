package dev.stampede.jobs;

import java.sql.Connection;
import java.time.Duration;

/**
 * Runs a kind of job. Its effects happen once or at least once: choose.
 *
 * <p>A handler that returns has done its job; one that throws has failed and is tried again later.
 * It is interrupted when its time is up.
 */
public sealed interface JobHandler {

  /**
   * Effects happen once: what is written through the given connection commits together with the
   * job's completion, or not at all. All else that it does may happen more than once.
   */
  static JobHandler inTransaction(TransactionalWork work) {
    return new InTransaction(work);
  }

  /**
   * Effects happen at least once: a worker that dies after the effect and before the completion
   * leaves the job to another. Give job id and attempt to whatever can tell a repeat by them.
   */
  static JobHandler atLeastOnce(Work work) {
    return new AtLeastOnce(work);
  }

  /**
   * The same, for a recurring job that knows how long there will be nothing to do: it rests until
   * then, and goes on in its rhythm.
   */
  static JobHandler resting(RestingWork work) {
    return new Resting(work);
  }

  /** Work that is done again if nobody can be sure that it was done. */
  @FunctionalInterface
  interface Work {
    void run(JobRun run) throws Exception;
  }

  /** Work that returns how long nobody has to look again; zero: as its rhythm says. */
  @FunctionalInterface
  interface RestingWork {
    Duration run(JobRun run) throws Exception;
  }

  /** Work inside a transaction; the worker commits it, not the work. */
  @FunctionalInterface
  interface TransactionalWork {
    void run(JobRun run, Connection transaction) throws Exception;
  }

  /** See {@link #inTransaction}. */
  record InTransaction(TransactionalWork work) implements JobHandler {}

  /** See {@link #atLeastOnce}. */
  record AtLeastOnce(Work work) implements JobHandler {}

  /** See {@link #resting}. */
  record Resting(RestingWork work) implements JobHandler {}
}
