package dev.stampede.server;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Many who do something at the same moment. */
public final class ConcurrentCalls {

  private ConcurrentCalls() {}

  /** Lets all go together and returns what each got, in their order. */
  public static <T> List<T> run(List<Callable<T>> all) throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<T>> running = new ArrayList<>(all.size());
      for (Callable<T> each : all) {
        running.add(
            threads.submit(
                () -> {
                  gate.await();
                  return each.call();
                }));
      }
      gate.countDown();
      List<T> results = new ArrayList<>(all.size());
      for (Future<T> each : running) {
        results.add(each.get());
      }
      return results;
    }
  }
}
