package dev.stampede.jobs.pool;

import java.time.Duration;
import java.util.Optional;

/**
 * What a task knows of why it runs: its name, whose work it is part of, and by when all of that
 * must have ended. It is bound while the task runs, and everything the task hands to a pool is part
 * of it: such work gets no later deadline, however much it asks for.
 *
 * @param name what is being done, for messages
 * @param trace what belongs together, across pools and threads; empty where nobody said
 */
public record TaskContext(String name, String trace, Deadline deadline) {

  private static final ScopedValue<TaskContext> CURRENT = ScopedValue.newInstance();

  /** Of the task in which this is asked; nothing outside of all tasks. */
  public static Optional<TaskContext> current() {
    return CURRENT.isBound() ? Optional.of(CURRENT.get()) : Optional.empty();
  }

  /** How much time the task in which this is asked has left; {@code otherwise} outside of all. */
  public static Duration left(Duration otherwise) {
    return current().map(context -> context.deadline().left()).orElse(otherwise);
  }

  /** Runs something as the beginning of all that it hands on. */
  public static <R, X extends Throwable> R callWith(
      TaskContext context, ScopedValue.CallableOp<? extends R, X> work) throws X {
    return ScopedValue.where(CURRENT, context).call(work);
  }

  /** What is handed on from here: within our deadline, under our trace. */
  static TaskContext of(String name, Deadline wanted) {
    return current()
        .map(outer -> new TaskContext(name, outer.trace(), wanted.orEarlier(outer.deadline())))
        .orElseGet(() -> new TaskContext(name, "", wanted));
  }
}
