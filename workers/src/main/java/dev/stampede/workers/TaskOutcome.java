package dev.stampede.workers;

/** The end of a task. */
public sealed interface TaskOutcome<T> {

  record Done<T>(T value) implements TaskOutcome<T> {}

  /** It threw this; what else went wrong with it is suppressed in it. */
  record Failed<T>(Throwable failure) implements TaskOutcome<T> {}

  /** Its deadline passed first. It has been interrupted and holds its worker until it ends. */
  record TimedOut<T>() implements TaskOutcome<T> {}

  /** Somebody stopped it: its owner, a sibling that failed, or the pool that closes. */
  record Cancelled<T>() implements TaskOutcome<T> {}
}
