package dev.stampede.redis;

import dev.stampede.lane.Turns;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * Requests that gather while one question is under way, and go together in the next.
 *
 * <p>As in a lane there is no timer: a lone request is asked for at once, and a crowd shares the
 * price of a round trip (a system call and a wake-up on either side, most of what asking costs).
 * Whoever finds nobody asking asks. Whoever brings an answer, which is the thread that reads from
 * Redis, lets a new virtual thread ask for those who came meanwhile.
 *
 * <p>Shows take turns, so that a rush for one of them keeps nobody of another waiting.
 *
 * <p>Tests replace the look whether anybody waits, to have somebody come just after it.
 */
class AskedTogether<Q extends AskedTogether.Request> {

  /** How many go together: bounds how long Redis is busy with them. */
  static final int MAX_TOGETHER = 128;

  /** The same while several shows wait: then nobody waits long behind those of another. */
  static final int MAX_OF_SEVERAL = 32;

  /** How many may wait, a quarter of them of one show beside others; one more is not asked for. */
  static final int CAPACITY = 16_384;

  /** Something to be asked. */
  interface Request {
    /** With whom it takes turns: its show. */
    Object show();

    /** What its caller waits for. */
    CompletableFuture<?> answer();

    /** Whether its caller has waited for too long to be asked for. */
    default boolean isTooLate() {
      return false;
    }
  }

  private final Function<List<Q>, CompletableFuture<?>> question;
  private final Executor next;
  private final Lock lock = new ReentrantLock();

  /** Guarded by the lock. */
  private final Turns<Q> waiting = new Turns<>(CAPACITY);

  private final AtomicBoolean asking = new AtomicBoolean();

  /**
   * An empty queue.
   *
   * @param question asks for a group, completes each request's answer, and then what it returned;
   *     it ends by itself
   */
  AskedTogether(Function<List<Q>, CompletableFuture<?>> question) {
    this(question, task -> Thread.ofVirtual().name("asked-together").start(task));
  }

  /**
   * The same where somebody else asks for those who came meanwhile.
   *
   * @param next runs what it is given once, soon
   */
  AskedTogether(Function<List<Q>, CompletableFuture<?>> question, Executor next) {
    this.question = question;
    this.next = next;
  }

  final void add(Q request) {
    if (offer(request)) {
      askUnlessAsking();
    } else {
      request
          .answer()
          .completeExceptionally(
              new RejectedExecutionException("%d wait to be asked for".formatted(CAPACITY)));
    }
  }

  private boolean offer(Q request) {
    lock.lock();
    try {
      return waiting.offer(request.show(), request);
    } finally {
      lock.unlock();
    }
  }

  boolean isAnybodyWaiting() {
    lock.lock();
    try {
      return !waiting.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Nobody is left behind: who is turned away by the flag has joined the queue before, and who
   * lowers the flag looks at the queue afterwards.
   */
  private void askUnlessAsking() {
    while (isAnybodyWaiting() && asking.compareAndSet(false, true)) {
      CompletableFuture<?> asked = ask(next());
      if (!asked.isDone()) {
        var _ = asked.whenComplete((_, _) -> askNext());
        return;
      }
      asking.set(false);
    }
  }

  /**
   * Asks for those who wait, when it is the turn of a thread that begins now: the flag stays up
   * until then. Who is ready to run comes before it, those among them who were answered just now,
   * and joins the queue if they ask again. So the busier the processors are, the more share a
   * question; where they are idle it is asked at once.
   */
  private void askNext() {
    if (!isAnybodyWaiting()) {
      askAgain();
      return;
    }
    try {
      next.execute(this::askAgain);
    } catch (RuntimeException | Error noThread) {
      askAgain();
    }
  }

  private void askAgain() {
    asking.set(false);
    askUnlessAsking();
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

  /** The next of those who wait; the others are told that they were not asked for in time. */
  private List<Q> next() {
    List<Q> group = new ArrayList<>();
    List<Q> tooLate = new ArrayList<>();
    lock.lock();
    try {
      int limit = waiting.isShared() ? MAX_OF_SEVERAL : MAX_TOGETHER;
      for (Q request; group.size() < limit && (request = waiting.poll()) != null; ) {
        (request.isTooLate() ? tooLate : group).add(request);
      }
    } finally {
      lock.unlock();
    }
    tooLate.forEach(
        request ->
            request.answer().completeExceptionally(new TimeoutException("not asked for in time")));
    return group;
  }
}
