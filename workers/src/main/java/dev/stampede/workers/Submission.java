package dev.stampede.workers;

/** The result of submitting a task. */
public sealed interface Submission<T> {

  record Accepted<T>(Task<T> task) implements Submission<T> {}

  /** All workers are busy, and as many wait for one as may. */
  record Full<T>(int running, int waiting) implements Submission<T> {}

  /** The pool takes nothing any more. */
  record Closed<T>() implements Submission<T> {}
}
