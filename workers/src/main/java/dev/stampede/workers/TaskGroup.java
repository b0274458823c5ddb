package dev.stampede.workers;

import dev.stampede.workers.GroupOutcome.AllDone;
import dev.stampede.workers.GroupOutcome.NoRoom;
import dev.stampede.workers.GroupOutcome.OneFailed;
import dev.stampede.workers.GroupOutcome.OutOfTime;
import dev.stampede.workers.GroupOutcome.Stopped;
import dev.stampede.workers.Submission.Accepted;
import dev.stampede.workers.TaskOutcome.Cancelled;
import dev.stampede.workers.TaskOutcome.Done;
import dev.stampede.workers.TaskOutcome.Failed;
import dev.stampede.workers.TaskOutcome.TimedOut;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Tasks that succeed or fail together: the first that does not return stops all the others at once,
 * and none of them outlives {@link #join} or {@link #close} unless it is deaf to interrupts, which
 * is reported.
 *
 * <p>Used by one thread, which forks and joins. If it is interrupted while it joins, the tasks are
 * stopped before the interrupt is passed on.
 */
public final class TaskGroup implements AutoCloseable {

  private final WorkerPool pool;
  private final TaskContext context;
  private final List<Task<?>> tasks = new CopyOnWriteArrayList<>();

  /** Tasks that have not returned, and one for the owner, who may fork more until it joins. */
  private final AtomicInteger missing = new AtomicInteger(1);

  private final CompletableFuture<GroupOutcome> outcome = new CompletableFuture<>();

  TaskGroup(WorkerPool pool, TaskContext context) {
    this.pool = pool;
    this.context = context;
  }

  /**
   * Adds a task, waiting for room in the pool if need be. Nothing when the group has ended already,
   * or ends by there being no room.
   */
  public <T> Optional<Task<T>> fork(String name, Callable<? extends T> work)
      throws InterruptedException {
    if (outcome.isDone()) {
      return Optional.empty();
    }
    Submission<T> submission =
        TaskContext.<Submission<T>, InterruptedException>callWith(
            context, () -> pool.submit(name, context.deadline(), work));
    if (!(submission instanceof Accepted<T>(Task<T> task))) {
      end(context.deadline().hasPassed() ? new OutOfTime() : new NoRoom());
      return Optional.empty();
    }
    missing.incrementAndGet();
    tasks.add(task);
    var unused = task.outcome().thenAccept(this::seen);
    if (outcome.isDone()) {
      // It ended between our look and the list: the caller that stopped the others did not see this
      // one.
      task.cancel();
    }
    return Optional.of(task);
  }

  private void seen(TaskOutcome<?> seen) {
    switch (seen) {
      case Done<?> unused -> oneReturned();
      case Failed<?>(Throwable failure) -> end(new OneFailed(failure));
      case TimedOut<?> unused -> end(new OutOfTime());
      case Cancelled<?> unused -> end(new Stopped());
    }
  }

  private void oneReturned() {
    if (missing.decrementAndGet() == 0) {
      outcome.complete(new AllDone());
    }
  }

  /** The first reason stands; the rest of what happens follows from it. */
  private void end(GroupOutcome why) {
    if (outcome.complete(why)) {
      tasks.forEach(Task::cancel);
    }
  }

  /** Stops all of it. */
  public void cancel() {
    end(new Stopped());
  }

  /** Waits until all have returned, or one has not and the others have been stopped. Once. */
  public GroupOutcome join() throws InterruptedException {
    oneReturned();
    try {
      return withSuppressed(ended());
    } catch (InterruptedException stopped) {
      close();
      throw stopped;
    }
  }

  private GroupOutcome ended() throws InterruptedException {
    try {
      long left = Math.max(0, context.deadline().left().toNanos());
      outcome.get(left, TimeUnit.NANOSECONDS);
    } catch (TimeoutException late) {
      end(new OutOfTime());
    } catch (ExecutionException impossible) {
      throw new IllegalStateException("an outcome is never a failure", impossible);
    }
    settle();
    return outcome.resultNow();
  }

  /** Adds the other failures to the first one as suppressed. */
  private GroupOutcome withSuppressed(GroupOutcome why) {
    if (why instanceof OneFailed(Throwable first)) {
      tasks.stream()
          .flatMap(task -> task.failure().stream())
          .filter(other -> !other.equals(first))
          .forEach(first::addSuppressed);
    }
    return why;
  }

  /** Waits for the threads; a task that does not listen is reported, and holds its worker. */
  private void settle() throws InterruptedException {
    Deadline until = Deadline.in(pool.settings().grace());
    for (Task<?> task : tasks) {
      Duration left = until.left();
      if (!task.awaitEnd(left.isNegative() ? Duration.ZERO : left)) {
        pool.listener().deaf(task.context());
      }
    }
  }

  /** Stops what has not ended, and waits for it. Does nothing after a join. */
  @Override
  public void close() {
    cancel();
    try {
      settle();
    } catch (InterruptedException hurry) {
      Thread.currentThread().interrupt();
    }
  }
}
