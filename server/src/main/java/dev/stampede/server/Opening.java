package dev.stampede.server;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Something that is opened while others are: most of a start is waiting and loading classes, and
 * the services do not need each other for that.
 */
final class Opening<T extends AutoCloseable> {

  private final FutureTask<T> task;

  private Opening(Callable<T> open) {
    task = new FutureTask<>(open);
  }

  /** Begins at once; what was opened is on the stack even if nobody asks for it any more. */
  static <T extends AutoCloseable> Opening<T> begin(ClosingStack started, Callable<T> open) {
    Opening<T> opening = new Opening<>(() -> started.add(open.call()));
    Thread.startVirtualThread(opening.task);
    return opening;
  }

  /** Waits for it; the openers' own time-outs bound that. A failure is thrown as it was. */
  T await() {
    try {
      return task.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new ServerException("a part could not be opened", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerException("interrupted while starting", e);
    }
  }
}
