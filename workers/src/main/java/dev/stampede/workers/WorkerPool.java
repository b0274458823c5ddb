package dev.stampede.workers;

import dev.stampede.workers.Submission.Accepted;
import dev.stampede.workers.Submission.Closed;
import dev.stampede.workers.Submission.Full;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Runs tasks on virtual threads, so many at once and no more.
 *
 * <p>Virtual threads cost nothing, what they use does: a database connection, a socket, memory. So
 * the bound is on tasks, not on threads. Each task has a thread of its own; {@code workers} of them
 * run, {@code waiting} more stand in line for a permit, first come first served, and a caller that
 * comes then is refused at once or waits, as it chooses.
 *
 * <p>A task's deadline interrupts it. Interrupts are per task, never per worker: the thread ends
 * with the task, so that one task's interrupt cannot hit the next.
 */
public final class WorkerPool implements AutoCloseable {

  private final String name;
  private final PoolSettings settings;
  private final PoolListener listener;
  private final Semaphore room;
  private final Semaphore workers;
  private final Set<Task<?>> accepted = ConcurrentHashMap.newKeySet();
  private final ScheduledExecutorService alarms;
  private volatile boolean closed;

  public WorkerPool(String name, PoolSettings settings) {
    this(name, settings, PoolListener.LOGGING);
  }

  public WorkerPool(String name, PoolSettings settings, PoolListener listener) {
    this.name = name;
    this.settings = settings;
    this.listener = listener;
    this.room = new Semaphore(settings.workers() + settings.waiting(), true);
    this.workers = new Semaphore(settings.workers(), true);
    this.alarms =
        Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name(name + "-deadlines").factory());
  }

  /** Accepts a task to run, or says at once that there is no room. */
  public <T> Submission<T> offer(String task, Deadline deadline, Callable<? extends T> work) {
    if (closed) {
      return new Closed<>();
    }
    return room.tryAcquire() ? accept(task, deadline, work) : full();
  }

  /** Accepts a task to run; waits for room, at most until the deadline. */
  public <T> Submission<T> submit(String task, Deadline deadline, Callable<? extends T> work)
      throws InterruptedException {
    if (closed) {
      return new Closed<>();
    }
    Deadline until = TaskContext.of(task, deadline).deadline();
    return room.tryAcquire(Math.max(0, until.left().toNanos()), TimeUnit.NANOSECONDS)
        ? accept(task, deadline, work)
        : full();
  }

  /** A group of tasks that belong together, all within this deadline. */
  public TaskGroup group(String group, Deadline deadline) {
    return new TaskGroup(this, TaskContext.of(group, deadline));
  }

  /** Returns the number of tasks that hold a worker now. */
  public int running() {
    return settings.workers() - workers.availablePermits();
  }

  /** Returns the number of tasks that wait for a worker. */
  public int waiting() {
    return Math.max(0, accepted.size() - running());
  }

  /** Returns the number of tasks that wait at the gate, for tests of order. */
  int inLine() {
    return workers.getQueueLength();
  }

  PoolSettings settings() {
    return settings;
  }

  PoolListener listener() {
    return listener;
  }

  private <T> Submission<T> full() {
    return new Full<>(running(), waiting());
  }

  private <T> Submission<T> accept(String name, Deadline deadline, Callable<? extends T> work) {
    Task<T> task = new Task<>(TaskContext.of(name, deadline), work, listener);
    accepted.add(task);
    // After it is seen by whoever closes: one of us two must notice the other.
    if (closed) {
      forget(task);
      return new Closed<>();
    }
    Thread thread = Thread.ofVirtual().name(this.name + "-" + name).unstarted(() -> live(task));
    task.boundTo(thread);
    thread.start();
    return new Accepted<>(task);
  }

  /** A task's life, from the line to its end. */
  private void live(Task<?> task) {
    Future<?> alarm =
        alarms.schedule(
            () -> task.stop(Task.Stop.DEADLINE),
            task.context().deadline().left().toNanos(),
            TimeUnit.NANOSECONDS);
    try {
      workers.acquire();
      try {
        task.run();
      } finally {
        workers.release();
      }
    } catch (InterruptedException stoppedInLine) {
      task.cancel();
    } finally {
      alarm.cancel(false);
      forget(task);
    }
  }

  private void forget(Task<?> task) {
    task.end();
    accepted.remove(task);
    room.release();
  }

  /**
   * Takes nothing more, waits for what was accepted, then cancels what is left and waits for that
   * too, within the grace. A task that still does not end is reported.
   */
  @Override
  public void close() {
    closed = true;
    try {
      if (!drained(settings.drain())) {
        accepted.forEach(Task::cancel);
        if (!drained(settings.grace())) {
          accepted.forEach(task -> listener.deaf(task.context()));
        }
      }
    } catch (InterruptedException hurry) {
      accepted.forEach(Task::cancel);
      Thread.currentThread().interrupt();
    } finally {
      alarms.shutdownNow();
    }
  }

  private boolean drained(Duration longest) throws InterruptedException {
    Deadline until = Deadline.in(longest);
    for (Task<?> task : accepted) {
      Duration left = until.left();
      if (!task.awaitEnd(left.isNegative() ? Duration.ZERO : left)) {
        return false;
      }
    }
    return true;
  }
}
