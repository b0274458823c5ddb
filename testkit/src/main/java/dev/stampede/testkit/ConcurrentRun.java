package dev.stampede.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;

/** Runs the same work on many threads at the same moment. */
final class ConcurrentRun {

  private ConcurrentRun() {}

  /** Lets all go together and returns what each got, by their number. */
  static <T> List<T> of(int size, IntFunction<T> what) {
    CountDownLatch gate = new CountDownLatch(1);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<T>> running = new ArrayList<>(size);
      for (int i = 0; i < size; i++) {
        int number = i;
        running.add(
            threads.submit(
                () -> {
                  gate.await();
                  return what.apply(number);
                }));
      }
      gate.countDown();
      List<T> results = new ArrayList<>(size);
      for (Future<T> each : running) {
        results.add(each.get());
      }
      return results;
    } catch (ExecutionException e) {
      throw new TestkitException("one of many failed: " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TestkitException("a rush was interrupted", e);
    }
  }
}
