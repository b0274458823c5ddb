package dev.stampede.workers;

/** The end of a group of tasks, which end as one. */
public sealed interface GroupOutcome {

  /** All of them returned; each task's value is in its own outcome. */
  record AllDone() implements GroupOutcome {}

  /** One failed, the others were stopped. Failures of others are suppressed in it. */
  record OneFailed(Throwable failure) implements GroupOutcome {}

  /** The deadline passed before all had ended; those that ran were stopped. */
  record OutOfTime() implements GroupOutcome {}

  /** It was cancelled as a whole. */
  record Stopped() implements GroupOutcome {}

  /** The pool took no more of its tasks; those that ran were stopped. */
  record NoRoom() implements GroupOutcome {}
}
