package dev.stampede.locks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Threads that do something each and hand in what they found, within a bound. */
final class Crew {

  private final List<CompletableFuture<Object>> results = new ArrayList<>();

  Thread send(Callable<?> task) {
    CompletableFuture<Object> result = new CompletableFuture<>();
    results.add(result);
    return Thread.ofVirtual()
        .start(
            () -> {
              try {
                result.complete(String.valueOf(task.call()));
              } catch (Throwable e) {
                result.completeExceptionally(e);
              }
            });
  }

  /** Waits for all of them; the first failure is thrown. */
  void join(Duration limit) throws Exception {
    CompletableFuture.allOf(results.toArray(CompletableFuture[]::new))
        .get(limit.toMillis(), TimeUnit.MILLISECONDS);
  }
}
