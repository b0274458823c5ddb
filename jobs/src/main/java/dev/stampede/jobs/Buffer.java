package dev.stampede.jobs;

import dev.stampede.jobs.ClaimStatements.Claimed;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The jobs that were claimed and have not begun. The claimer enforces its limit: it asks only for
 * as many as there is room for.
 */
final class Buffer {

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition notEmpty = lock.newCondition();
  private final Deque<Claimed> waiting = new ArrayDeque<>();
  private final Runnable low;
  private int refillAt;
  private boolean closed;

  /**
   * An empty one.
   *
   * @param low is told when so few are left that more should be claimed
   */
  Buffer(Runnable low) {
    this.low = low;
  }

  /** Adds these; the claimer hears when half of them are gone. */
  void add(Collection<Claimed> claimed) {
    lock.lock();
    try {
      waiting.addAll(claimed);
      refillAt = waiting.size() / 2;
      notEmpty.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** The next one; null when there will be none. */
  @Nullable Claimed take() throws InterruptedException {
    boolean isLow;
    Claimed next;
    lock.lockInterruptibly();
    try {
      while (waiting.isEmpty() && !closed) {
        notEmpty.await();
      }
      next = waiting.poll();
      isLow = next != null && waiting.size() == refillAt;
    } finally {
      lock.unlock();
    }
    if (isLow) {
      low.run();
    }
    return next;
  }

  int size() {
    lock.lock();
    try {
      return waiting.size();
    } finally {
      lock.unlock();
    }
  }

  /** Takes out all that has not begun. */
  List<Claimed> clear() {
    lock.lock();
    try {
      List<Claimed> left = new ArrayList<>(waiting);
      waiting.clear();
      return left;
    } finally {
      lock.unlock();
    }
  }

  /** Those who wait for a job hear that there will be none. */
  void close() {
    lock.lock();
    try {
      closed = true;
      notEmpty.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
