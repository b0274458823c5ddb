package dev.stampede.crowd;

import java.util.concurrent.CompletableFuture;

/** A request with somebody waiting for its answer. */
record Call(Request request, long deadlineNanos, CompletableFuture<Response> answer) {

  Call(Request request, long deadlineNanos) {
    this(request, deadlineNanos, new CompletableFuture<>());
  }

  void fail(Failure failure, String detail) {
    answer.completeExceptionally(new CallFailedException(failure, detail));
  }
}
