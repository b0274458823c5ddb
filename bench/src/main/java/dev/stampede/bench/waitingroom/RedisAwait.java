package dev.stampede.bench.waitingroom;

import io.lettuce.core.RedisFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for what Redis was asked. */
final class RedisAwait {

  private static final long PATIENCE_SECONDS = 5;

  private RedisAwait() {}

  static <T> T answer(RedisFuture<T> asked) throws InterruptedException {
    try {
      return asked.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("Redis did not answer the benchmark", e);
    }
  }
}
