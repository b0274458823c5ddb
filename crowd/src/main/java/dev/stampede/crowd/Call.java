package dev.stampede.crowd;

import java.util.concurrent.CompletableFuture;

/** A request with somebody waiting for its answer. */
record Call(RenderedRequest request, long deadlineNanos, CompletableFuture<Response> answer) {

  Call(RenderedRequest request, long deadlineNanos) {
    this(request, deadlineNanos, new CompletableFuture<>());
  }

  void fail(Failure failure, String detail) {
    answer.completeExceptionally(new CallFailedException(failure, detail));
  }
}
