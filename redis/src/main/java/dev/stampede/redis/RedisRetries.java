package dev.stampede.redis;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Retries a command that failed at once because of a failover: a connection that was cut, a server
 * that is loading or has become a replica, a slot that is moving. For reads, and for idempotent
 * scripts.
 *
 * <p>A command that timed out is not retried: its caller has waited long enough, and Redis has
 * enough to do.
 */
public final class RedisRetries {

  static final int TRIES = 3;

  private static final Duration FIRST_PAUSE = Duration.ofMillis(10);

  /** The error prefixes that Redis sends during a failover or a start. */
  private static final List<String> PASSING =
      List.of("LOADING", "READONLY", "MASTERDOWN", "CLUSTERDOWN", "TRYAGAIN", "MOVED", "ASK");

  private final RetryBudget budget;

  RedisRetries(RetryBudget budget) {
    this.budget = budget;
  }

  public <T> CompletableFuture<T> run(Supplier<CompletableFuture<T>> call) {
    return run(call, 1);
  }

  private <T> CompletableFuture<T> run(Supplier<CompletableFuture<T>> call, int tried) {
    return sent(call)
        .whenComplete(
            (_, failure) -> {
              if (failure == null) {
                budget.worked();
              }
            })
        .exceptionallyCompose(
            failure ->
                tried < TRIES && passes(failure) && budget.take()
                    ? pause(tried).thenCompose(_ -> run(call, tried + 1))
                    : CompletableFuture.failedFuture(failure));
  }

  private static <T> CompletableFuture<T> sent(Supplier<CompletableFuture<T>> call) {
    try {
      return call.get();
    } catch (RedisException refused) {
      return CompletableFuture.failedFuture(refused);
    }
  }

  /** Pauses twice as long each time, with jitter between half of that and all of it. */
  private static CompletableFuture<Void> pause(int tried) {
    long most = FIRST_PAUSE.toNanos() << (tried - 1);
    long pause = ThreadLocalRandom.current().nextLong(most / 2, most + 1);
    return CompletableFuture.runAsync(
        () -> {}, CompletableFuture.delayedExecutor(pause, TimeUnit.NANOSECONDS));
  }

  /** True if the command is likely to work in a moment. */
  static boolean passes(Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    if (cause instanceof RedisCommandExecutionException said) {
      String words = String.valueOf(said.getMessage());
      return PASSING.stream().anyMatch(words::startsWith);
    }
    return cause instanceof RedisException && !(cause instanceof RedisCommandTimeoutException);
  }
}
