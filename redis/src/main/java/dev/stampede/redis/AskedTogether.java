package dev.stampede.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/**
 * Requests that gather while one question is under way, and go together in the next.
 *
 * <p>As in a lane there is no timer: a lone request is asked for at once, and a crowd shares the
 * price of a round trip (a system call and a wake-up on either side, most of what asking costs).
 * There is no thread of its own either. Whoever finds nobody asking asks, and whoever brings an
 * answer, which is the thread that reads from Redis, asks for those who came meanwhile.
 */
final class AskedTogether<Q extends AskedTogether.Request> {

  /** How many go together: bounds how long Redis is busy with them. */
  static final int MAX_TOGETHER = 128;

  /** How many may wait; one more is not asked for. */
  static final int CAPACITY = 4_096;

  /** Something to be asked. */
  interface Request {
    /** What its caller waits for. */
    CompletableFuture<?> answer();
  }

  private final Function<List<Q>, CompletableFuture<?>> question;
  private final Queue<Q> waiting;
  private final AtomicBoolean asking = new AtomicBoolean();

  /**
   * An empty queue.
   *
   * @param question asks for a group, completes each request's answer, and then what it returned;
   *     it ends by itself
   */
  AskedTogether(Function<List<Q>, CompletableFuture<?>> question) {
    this(question, new ArrayBlockingQueue<>(CAPACITY));
  }

  /** The same with a bounded queue of the caller's. */
  AskedTogether(Function<List<Q>, CompletableFuture<?>> question, Queue<Q> waiting) {
    this.question = question;
    this.waiting = waiting;
  }

  void add(Q request) {
    if (waiting.offer(request)) {
      askUnlessAsking();
    } else {
      request
          .answer()
          .completeExceptionally(
              new RejectedExecutionException("%d wait to be asked for".formatted(CAPACITY)));
    }
  }

  /**
   * Nobody is left behind: who is turned away by the flag has joined the queue before, and who
   * lowers the flag looks at the queue afterwards.
   */
  private void askUnlessAsking() {
    while (!waiting.isEmpty() && asking.compareAndSet(false, true)) {
      CompletableFuture<?> asked = ask(next());
      if (!asked.isDone()) {
        var _ =
            asked.whenComplete(
                (_, _) -> {
                  asking.set(false);
                  askUnlessAsking();
                });
        return;
      }
      asking.set(false);
    }
  }

  /** A question that breaks must neither keep its callers waiting nor leave the flag up. */
  private CompletableFuture<?> ask(List<Q> group) {
    try {
      return question.apply(group);
    } catch (RuntimeException | Error e) {
      group.forEach(request -> request.answer().completeExceptionally(e));
      return CompletableFuture.failedFuture(e);
    }
  }

  private List<Q> next() {
    List<Q> group = new ArrayList<>();
    for (Q request; group.size() < MAX_TOGETHER && (request = waiting.poll()) != null; ) {
      group.add(request);
    }
    return group;
  }
}
