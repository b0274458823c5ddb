package dev.stampede.locks;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for answers of Redis, each within the same time. */
record AnswerTimeout(Duration within) {

  /**
   * Links an answer to its command, so that a caller that gives up on the answer takes the command
   * back too.
   */
  static <T> CompletableFuture<T> of(CompletableFuture<?> command, CompletableFuture<T> answer) {
    var unused =
        answer.whenComplete(
            (unusedAnswer, failure) -> {
              if (failure instanceof CancellationException) {
                command.cancel(false);
              }
            });
    return answer;
  }

  /** A command that was not answered in time is cancelled: if it was not sent yet, it never is. */
  <T> T to(CompletableFuture<T> call) throws NoAnswerException, InterruptedException {
    try {
      return call.get(within.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      call.cancel(false);
      throw new NoAnswerException(
          "Redis did not answer within %d ms".formatted(within.toMillis()), e);
    } catch (InterruptedException e) {
      call.cancel(false);
      throw e;
    } catch (ExecutionException e) {
      throw new NoAnswerException("Redis refused or was lost: " + e.getCause(), e);
    }
  }

  /** The same for callers that must not be interrupted; the interruption is kept for later. */
  <T> T uninterruptedTo(CompletableFuture<T> call) throws NoAnswerException {
    boolean interrupted = false;
    long deadline = System.nanoTime() + within.toNanos();
    try {
      while (true) {
        try {
          return call.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (TimeoutException e) {
          call.cancel(false);
          throw new NoAnswerException(
              "Redis did not answer within %d ms".formatted(within.toMillis()), e);
        } catch (ExecutionException e) {
          throw new NoAnswerException("Redis refused or was lost: " + e.getCause(), e);
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
