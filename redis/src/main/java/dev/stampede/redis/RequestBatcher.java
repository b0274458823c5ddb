package dev.stampede.redis;

import dev.stampede.lane.RoundRobinQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * A queue of requests that gather while one batch is under way, and go together in the next.
 *
 * <p>As in a lane, a lone request is asked for at once, and a crowd shares the price of a round
 * trip (a system call and a wake-up on either side, most of what asking costs). A caller that finds
 * no batch under way asks. The thread that reads an answer from Redis starts a new virtual thread,
 * which asks for the requests that came meanwhile; after a batch for {@value #PACED_FROM} or more
 * no sooner than {@link #PACE} after that one, so that batches do not use up the processors before
 * there are many buyers.
 *
 * <p>Shows take turns, so that a rush for one show does not keep the buyers of another waiting.
 *
 * <p>Tests override {@link #isAnybodyWaiting}, to let a request arrive just after it.
 */
public class RequestBatcher<Q extends RequestBatcher.Request> {

  /** The most requests in one batch: bounds the time that Redis is busy with it. */
  public static final int MAX_TOGETHER = 128;

  /**
   * The same while several shows wait, so that no buyer waits long behind those of another show.
   */
  static final int MAX_OF_SEVERAL = 32;

  /**
   * The most requests that may wait, a quarter of them of one show beside others; one more fails.
   */
  static final int CAPACITY = 16_384;

  /** A batch for so many that more are on their way; smaller ones are followed at once. */
  static final int PACED_FROM = 2;

  /** The time between the beginnings of two batches while there is a crowd. */
  private static final Duration PACE = Duration.ofMillis(1);

  /** Something to be asked. */
  public interface Request {
    /** The show of the request; shows take turns. */
    Object show();

    /** The answer that its caller waits for. */
    CompletableFuture<?> answer();

    /** True if its caller has waited too long for the batch to be of use. */
    default boolean isTooLate() {
      return false;
    }
  }

  private final Function<List<Q>, CompletableFuture<?>> send;
  private final Executor next;
  private final long paceNanos;
  private final Lock lock = new ReentrantLock();

  /** Guarded by the lock. */
  private final RoundRobinQueue<Q> waiting = new RoundRobinQueue<>(CAPACITY);

  private final AtomicBoolean asking = new AtomicBoolean();

  /** When the next batch may begin, as {@link System#nanoTime} counts. */
  private volatile long nextNanos = System.nanoTime();

  /**
   * An empty queue.
   *
   * @param send asks for a group, completes each request's answer, and then what it returned; it
   *     ends by itself
   */
  public RequestBatcher(Function<List<Q>, CompletableFuture<?>> send) {
    this(send, task -> Thread.ofVirtual().name("asked-together").start(task));
  }

  /**
   * The same with another executor for the next batch.
   *
   * @param next runs what it is given once, soon
   */
  RequestBatcher(Function<List<Q>, CompletableFuture<?>> send, Executor next) {
    this(send, next, PACE);
  }

  RequestBatcher(Function<List<Q>, CompletableFuture<?>> send, Executor next, Duration pace) {
    this.send = send;
    this.next = next;
    this.paceNanos = pace.toNanos();
  }

  public final void add(Q request) {
    if (offer(request)) {
      askUnlessAsking();
    } else {
      request
          .answer()
          .completeExceptionally(
              new RejectedExecutionException("%d requests wait for Redis".formatted(CAPACITY)));
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
   * No request is left behind: a thread that finds the flag up has joined the queue before, and a
   * thread that lowers the flag looks at the queue afterwards.
   */
  private void askUnlessAsking() {
    while (isAnybodyWaiting() && asking.compareAndSet(false, true)) {
      List<Q> group = next();
      nextNanos = System.nanoTime() + (group.size() < PACED_FROM ? 0 : paceNanos);
      CompletableFuture<?> asked = ask(group);
      if (!asked.isDone()) {
        var _ = asked.whenComplete((_, _) -> askNext());
        return;
      }
      asking.set(false);
    }
  }

  /**
   * Asks for the waiting requests on a thread that starts now: the flag stays up until that thread
   * runs. Threads that are ready run before it, those with a fresh answer among them, and join the
   * queue if they ask again. So the busier the processors are, the more requests share a batch; on
   * idle ones it is asked at once.
   */
  private void askNext() {
    if (!isAnybodyWaiting()) {
      askAgain();
      return;
    }
    try {
      next.execute(this::askInTime);
    } catch (RuntimeException | Error noThread) {
      askAgain();
    }
  }

  private void askInTime() {
    long early = nextNanos - System.nanoTime();
    if (early > 0) {
      LockSupport.parkNanos(early);
    }
    askAgain();
  }

  private void askAgain() {
    asking.set(false);
    askUnlessAsking();
  }

  /** A batch that breaks must neither keep its callers waiting nor leave the flag up. */
  private CompletableFuture<?> ask(List<Q> group) {
    try {
      return send.apply(group);
    } catch (RuntimeException | Error e) {
      group.forEach(request -> request.answer().completeExceptionally(e));
      return CompletableFuture.failedFuture(e);
    }
  }

  /** Takes the next requests; those that are too late fail. */
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
            request.answer().completeExceptionally(new TimeoutException("not sent in time")));
    return group;
  }
}
