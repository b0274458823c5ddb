package dev.stampede.engine.waitingroom;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/**
 * Runs the same short step for many rooms, {@link #AT_ONCE} at a time: the steps are round trips to
 * Redis, and thousands of rooms one after the other would take seconds.
 */
final class RoomStepRunner implements AutoCloseable {

  static final int AT_ONCE = 16;

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  /**
   * Runs the step for each room and returns when all are done. A room that fails stops no other;
   * the first failure is thrown.
   */
  void each(Collection<Room> rooms, Consumer<Room> step) {
    Semaphore slots = new Semaphore(AT_ONCE);
    List<Future<?>> started = new ArrayList<>();
    try {
      for (Room room : rooms) {
        slots.acquire();
        started.add(
            threads.submit(
                () -> {
                  try {
                    step.accept(room);
                  } finally {
                    slots.release();
                  }
                }));
      }
      await(started);
    } catch (InterruptedException e) {
      started.forEach(one -> one.cancel(true));
      Thread.currentThread().interrupt();
      throw new LineUnavailableException("interrupted while rooms were tended", e);
    }
  }

  private static void await(List<Future<?>> started) throws InterruptedException {
    LineUnavailableException failed = null;
    for (Future<?> one : started) {
      try {
        var _ = one.get();
      } catch (ExecutionException e) {
        failed =
            failed == null ? new LineUnavailableException("a room could not be tended", e) : failed;
      }
    }
    if (failed != null) {
      throw failed;
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
