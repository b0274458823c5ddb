package dev.stampede.lane;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The queue in which callers leave their entries for a lane's writer: bounded, fair between keys
 * ({@link RoundRobinQueue}), and able to end without leaving any caller behind.
 *
 * <p>All of it is under one lock. No caller is left behind: it either puts its entry before the
 * writer ends, and the writer sees it, or after, and sees that the writer has ended.
 *
 * <p>Tests replace the polls, to see what becomes of callers when the writer dies.
 */
class LaneQueue<Q, A> {

  private final Lock lock = new ReentrantLock();
  private final Condition arrived = lock.newCondition();

  /** Guarded by the lock, as all below. */
  private final RoundRobinQueue<LaneEntry<Q, A>> turns;

  /** The number of entries that the writer waits for, of one key and of several. */
  private int awaited = 1;

  private int awaitedOfSeveral = 1;

  private boolean closed;

  /** The outcome for callers that come after the writer has ended; null while there is a writer. */
  private @Nullable Outcome<A> ended;

  LaneQueue(int capacity) {
    this.turns = new RoundRobinQueue<>(capacity);
  }

  /** A caller leaves its entry; one that cannot be taken has its outcome at once. */
  final void put(Object key, LaneEntry<Q, A> entry) {
    Outcome<A> refusal;
    lock.lock();
    try {
      refusal = putOrRefuse(key, entry);
      if (refusal == null && isEnough()) {
        arrived.signal();
      }
    } finally {
      lock.unlock();
    }
    if (refusal != null) {
      entry.refuse(refusal);
    }
  }

  private @Nullable Outcome<A> putOrRefuse(Object key, LaneEntry<Q, A> entry) {
    if (ended != null) {
      return ended;
    }
    if (closed) {
      return new Outcome.Closed<>();
    }
    return turns.offer(key, entry) ? null : new Outcome.Full<>(turns.capacity());
  }

  /** From now on new entries are refused; those already here wait for the writer. */
  final void close() {
    lock.lock();
    try {
      closed = true;
      arrived.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * The writer waits until so many entries are here, for so long at most; not once it is closed.
   *
   * @param ofSeveral the number that is enough while several keys wait
   */
  final void awaitGroup(int ofOneKey, int ofSeveral, long nanos) {
    lock.lock();
    try {
      awaited = ofOneKey;
      awaitedOfSeveral = ofSeveral;
      for (long left = nanos; !isEnough() && !closed && left > 0; ) {
        left = arrived.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      awaited = 1;
      awaitedOfSeveral = 1;
      lock.unlock();
    }
  }

  private boolean isEnough() {
    return turns.size() >= (turns.isShared() ? awaitedOfSeveral : awaited);
  }

  /** The writer takes the oldest of the key whose turn it is, if there is one. */
  @Nullable LaneEntry<Q, A> poll() {
    lock.lock();
    try {
      return turns.poll();
    } finally {
      lock.unlock();
    }
  }

  /** The same, and waits so long for one; not once it is closed. */
  @Nullable LaneEntry<Q, A> poll(Duration wait) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      for (long left = wait.toNanos(); turns.isEmpty() && !closed && left > 0; ) {
        left = arrived.awaitNanos(left);
      }
      return turns.poll();
    } finally {
      lock.unlock();
    }
  }

  /** The writer ends, if the inbox is closed and empty; after that nobody may poll. */
  final boolean end() {
    lock.lock();
    try {
      if (!closed || !turns.isEmpty()) {
        return false;
      }
      ended = new Outcome.Closed<>();
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Ends the writer: all callers that wait, and all that come later, get this outcome. */
  final void abandon(Outcome<A> outcome) {
    List<LaneEntry<Q, A>> late = new ArrayList<>();
    lock.lock();
    try {
      ended = outcome;
      for (LaneEntry<Q, A> entry = turns.poll(); entry != null; entry = turns.poll()) {
        late.add(entry);
      }
    } finally {
      lock.unlock();
    }
    late.forEach(entry -> entry.refuse(outcome));
  }

  /** True if entries of several keys wait. */
  final boolean isShared() {
    lock.lock();
    try {
      return turns.isShared();
    } finally {
      lock.unlock();
    }
  }

  /** Returns the number of entries that wait to be taken. */
  final int depth() {
    lock.lock();
    try {
      return turns.size();
    } finally {
      lock.unlock();
    }
  }
}
