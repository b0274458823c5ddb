package dev.stampede.workers;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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

  /** Not a scoped value, which this library's users may not have yet. */
  private static final ThreadLocal<@Nullable TaskContext> CURRENT = new ThreadLocal<>();

  /** Something to do, which may throw. */
  @FunctionalInterface
  public interface Work<R, X extends Throwable> {
    R call() throws X;
  }

  /** Returns the context of the calling task; nothing outside of all tasks. */
  public static Optional<TaskContext> current() {
    return Optional.ofNullable(CURRENT.get());
  }

  /** Returns the time that the calling task has left; {@code otherwise} outside of all tasks. */
  public static Duration left(Duration otherwise) {
    return current().map(context -> context.deadline().left()).orElse(otherwise);
  }

  /** Runs something as the beginning of all that it hands on. */
  public static <R, X extends Throwable> R callWith(TaskContext context, Work<? extends R, X> work)
      throws X {
    TaskContext outer = CURRENT.get();
    CURRENT.set(context);
    try {
      return work.call();
    } finally {
      if (outer == null) {
        CURRENT.remove();
      } else {
        CURRENT.set(outer);
      }
    }
  }

  /** Returns the context of a task handed on from here: within our deadline, under our trace. */
  static TaskContext of(String name, Deadline wanted) {
    return current()
        .map(outer -> new TaskContext(name, outer.trace(), wanted.orEarlier(outer.deadline())))
        .orElseGet(() -> new TaskContext(name, "", wanted));
  }
}
