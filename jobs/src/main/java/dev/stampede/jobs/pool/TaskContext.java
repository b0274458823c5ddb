package dev.stampede.jobs.pool;

import java.time.Duration;
import java.util.Optional;

/**
 * The context of a running task: its name, the trace of the work that it is part of, and the
 * deadline of all of that. It is bound while the task runs, and everything the task hands to a pool
 * is part of it: such work gets no later deadline, however much it asks for.
 *
 * @param name the work that is being done, for messages
 * @param trace the id of work that belongs together, across pools and threads; empty if none was
 *     given
 */
public record TaskContext(String name, String trace, Deadline deadline) {

  private static final ScopedValue<TaskContext> CURRENT = ScopedValue.newInstance();

  /** Returns the context of the calling task; nothing outside of all tasks. */
  public static Optional<TaskContext> current() {
    return CURRENT.isBound() ? Optional.of(CURRENT.get()) : Optional.empty();
  }

  /** Returns the time that the calling task has left; {@code otherwise} outside of all tasks. */
  public static Duration left(Duration otherwise) {
    return current().map(context -> context.deadline().left()).orElse(otherwise);
  }

  /** Runs something as the beginning of all that it hands on. */
  public static <R, X extends Throwable> R callWith(
      TaskContext context, ScopedValue.CallableOp<? extends R, X> work) throws X {
    return ScopedValue.where(CURRENT, context).call(work);
  }

  /** Returns the context of a task handed on from here: within our deadline, under our trace. */
  static TaskContext of(String name, Deadline wanted) {
    return current()
        .map(outer -> new TaskContext(name, outer.trace(), wanted.orEarlier(outer.deadline())))
        .orElseGet(() -> new TaskContext(name, "", wanted));
  }
}
