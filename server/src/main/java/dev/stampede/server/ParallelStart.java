package dev.stampede.server;

import dev.stampede.server.failure.ServerException;
import dev.stampede.workers.Deadline;
import dev.stampede.workers.GroupOutcome;
import dev.stampede.workers.PoolListener;
import dev.stampede.workers.PoolSettings;
import dev.stampede.workers.Task;
import dev.stampede.workers.TaskContext;
import dev.stampede.workers.TaskGroup;
import dev.stampede.workers.TaskOutcome;
import dev.stampede.workers.WorkerPool;
import java.time.Duration;
import java.util.concurrent.Callable;

/**
 * Things that are opened side by side: most of a start is waiting and loading classes, and the
 * services do not need each other for that. One that cannot be opened, {@linkplain PatientOpening
 * also not by another try}, stops the others, so that a start fails as soon as its first part does.
 */
final class ParallelStart implements AutoCloseable {

  private static final int AT_ONCE = 4;

  /** The openers have time-outs of their own; this is for a migration of very large tables. */
  private static final Duration LIMIT = Duration.ofMinutes(30);

  private final ClosingStack started;
  private final PatientOpening patient = new PatientOpening(System::nanoTime);
  private final WorkerPool pool;
  private final TaskGroup group;

  /** Adds every opened part to the stack, even if nobody waits for it any more. */
  ParallelStart(ClosingStack started) {
    this.started = started;
    this.pool = new WorkerPool("opening", PoolSettings.workers(AT_ONCE), new InOneVoice());
    this.group = pool.group("opening", Deadline.in(LIMIT));
  }

  /** Logs no failures, because the opening throws all of them together. */
  private static final class InOneVoice implements PoolListener {
    @Override
    public void failed(TaskContext task, Throwable failure) {}

    @Override
    public void failedLate(TaskContext task, Throwable failure) {}
  }

  /** Begins at once. */
  <T extends AutoCloseable> Task<T> begin(String what, Callable<T> open) {
    try {
      return group
          .<T>fork(what, () -> started.add(patient.open(what, open)))
          .orElseThrow(() -> new ServerException(what + " was not opened: another part failed"));
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /** Waits for all of them. A failure is thrown as it was, others suppressed in it. */
  void await() {
    try {
      switch (group.join()) {
        case GroupOutcome.AllDone _ -> {}
        case GroupOutcome.OneFailed(RuntimeException failure) -> throw failure;
        case GroupOutcome.OneFailed(Throwable failure) ->
            throw new ServerException("a service could not be opened: " + failure, failure);
        case GroupOutcome.OutOfTime _ ->
            throw new ServerException(
                "PostgreSQL, Redis and Kafka were not all opened within "
                    + LIMIT.toMinutes()
                    + " minutes; check their addresses and logs");
        case GroupOutcome.Stopped _, GroupOutcome.NoRoom _ ->
            throw new ServerException("stopped while starting");
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /** Of a task of ours, after all have been waited for. */
  static <T> T opened(Task<T> task) {
    try {
      if (task.await() instanceof TaskOutcome.Done<T>(T value)) {
        return value;
      }
      throw new ServerException(task.context().name() + " was not opened");
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private static ServerException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new ServerException("interrupted while starting", e);
  }

  @Override
  public void close() {
    group.close();
    pool.close();
  }
}
