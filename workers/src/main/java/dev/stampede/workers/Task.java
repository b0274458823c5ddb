package dev.stampede.workers;

import dev.stampede.workers.TaskOutcome.Cancelled;
import dev.stampede.workers.TaskOutcome.Done;
import dev.stampede.workers.TaskOutcome.Failed;
import dev.stampede.workers.TaskOutcome.TimedOut;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One piece of work that a pool has accepted.
 *
 * <p>Two moments are kept apart. Its <i>outcome</i> is known when it returns, throws, is cancelled
 * or its deadline passes, whichever is first: nobody waits for a task that does not listen. It has
 * <i>ended</i> when its thread has; until then it holds its worker, so that the pool's bound is a
 * bound on what really runs. Work between the two is not lost: a failure is added to the outcome's,
 * or told to the pool's listener.
 */
public final class Task<T> {

  /** The reason for which a task is told to stop. */
  enum Stop {
    DEADLINE,
    CANCEL
  }

  private final TaskContext context;
  private final Callable<? extends T> work;
  private final PoolListener listener;
  private final CompletableFuture<TaskOutcome<T>> outcome = new CompletableFuture<>();
  private final CountDownLatch ended = new CountDownLatch(1);
  private final AtomicReference<@Nullable Stop> stop = new AtomicReference<>();
  private volatile @Nullable Thread thread;
  private volatile @Nullable Throwable failure;

  Task(TaskContext context, Callable<? extends T> work, PoolListener listener) {
    this.context = context;
    this.work = work;
    this.listener = listener;
  }

  public TaskContext context() {
    return context;
  }

  /** Asks it to stop: interrupts it, or takes it out of the line if it waits for a worker. */
  public void cancel() {
    stop(Stop.CANCEL);
  }

  /** Waits for the outcome, which is there soon after the deadline at the latest. */
  public TaskOutcome<T> await() throws InterruptedException {
    return await(context.deadline()).orElseGet(this::late);
  }

  /** Nothing when it is not known by then; the task goes on. */
  public Optional<TaskOutcome<T>> await(Deadline until) throws InterruptedException {
    try {
      long left = Math.max(0, until.left().toNanos());
      return Optional.of(outcome.get(left, TimeUnit.NANOSECONDS));
    } catch (TimeoutException notYet) {
      return Optional.empty();
    } catch (ExecutionException impossible) {
      throw new IllegalStateException("an outcome is never a failure", impossible);
    }
  }

  /** Nobody needs the timer to know that it is late. */
  private TaskOutcome<T> late() {
    stop(Stop.DEADLINE);
    return outcome.getNow(new TimedOut<>());
  }

  CompletableFuture<TaskOutcome<T>> outcome() {
    return outcome;
  }

  /** The failure that it threw, at any time. Complete once it has ended. */
  Optional<Throwable> failure() {
    return Optional.ofNullable(failure);
  }

  /** Waits until its thread has ended. */
  boolean awaitEnd(Duration longest) throws InterruptedException {
    return ended.await(longest.toNanos(), TimeUnit.NANOSECONDS);
  }

  void stop(Stop why) {
    if (!stop.compareAndSet(null, why)) {
      return;
    }
    boolean first = outcome.complete(stopped(why));
    Thread running = thread;
    if (first && running != null) {
      running.interrupt();
    }
  }

  /** Sets the thread that will run it, before that is started. */
  void boundTo(Thread runner) {
    thread = runner;
    if (stop.get() != null) {
      // It was stopped between being made and having a thread: the interrupt went nowhere.
      runner.interrupt();
    }
  }

  /** In its own thread, once there is a worker for it. */
  void run() {
    if (outcome.isDone()) {
      return;
    }
    try {
      T value = TaskContext.callWith(context, work::call);
      if (!outcome.complete(new Done<>(value))) {
        listener.endedLate(context);
      }
    } catch (Throwable thrown) {
      failed(thrown);
    }
  }

  /** A task that was stopped and says so is what was wanted; all else is news. */
  private void failed(Throwable thrown) {
    if (thrown instanceof InterruptedException && context.deadline().hasPassed()) {
      // It has noticed by itself, before the alarm: its time is over, and it has not failed.
      stop(Stop.DEADLINE);
    }
    Stop why = stop.get();
    if (why != null && thrown instanceof InterruptedException) {
      // The thread that stops it may not have come to the outcome yet.
      outcome.complete(stopped(why));
      return;
    }
    failure = thrown;
    if (outcome.complete(new Failed<>(thrown))) {
      listener.failed(context, thrown);
    } else {
      listener.failedLate(context, thrown);
    }
  }

  private TaskOutcome<T> stopped(Stop why) {
    return switch (why) {
      case DEADLINE -> new TimedOut<>();
      case CANCEL -> new Cancelled<>();
    };
  }

  void end() {
    ended.countDown();
  }
}
