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
 * Requests that gather at the gate while one question is under way, and go together in the next.
 *
 * <p>As in a lane there is no timer: a lone request is asked for at once, and a crowd shares the
 * price of a round trip (a system call and a wake-up on either side, most of what entering costs).
 * There is no thread of its own either. Whoever finds nobody asking asks, and whoever brings an
 * answer, which is the thread that reads from Redis, asks for those who came meanwhile.
 */
final class EnterQueue {

  /** How many go together: bounds how long Redis is busy with them. */
  static final int MAX_TOGETHER = 128;

  /** How many may wait; one more is not asked for. */
  static final int CAPACITY = 4_096;

  private final Function<List<Entering>, CompletableFuture<?>> question;
  private final Queue<Entering> waiting;
  private final AtomicBoolean asking = new AtomicBoolean();

  /**
   * An empty queue.
   *
   * @param question asks for a group, completes each request's answer, and then what it returned;
   *     it ends by itself, and does not throw
   */
  EnterQueue(Function<List<Entering>, CompletableFuture<?>> question) {
    this(question, new ArrayBlockingQueue<>(CAPACITY));
  }

  /** The same with a bounded queue of the caller's. */
  EnterQueue(Function<List<Entering>, CompletableFuture<?>> question, Queue<Entering> waiting) {
    this.question = question;
    this.waiting = waiting;
  }

  void add(Entering request) {
    if (waiting.offer(request)) {
      askUnlessAsking();
    } else {
      request
          .taken()
          .completeExceptionally(
              new RejectedExecutionException("all %d places at the gate".formatted(CAPACITY)));
    }
  }

  /**
   * Nobody is left behind: who is turned away by the flag has joined the queue before, and who
   * lowers the flag looks at the queue afterwards.
   */
  private void askUnlessAsking() {
    while (!waiting.isEmpty() && asking.compareAndSet(false, true)) {
      CompletableFuture<?> asked = question.apply(next());
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

  private List<Entering> next() {
    List<Entering> group = new ArrayList<>();
    for (Entering request; group.size() < MAX_TOGETHER && (request = waiting.poll()) != null; ) {
      group.add(request);
    }
    return group;
  }
}
