package dev.stampede.locks;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The callers of this instance for one key, first come first served. Only the caller with the turn
 * asks Redis for the key, and then holds it; the others cost Redis nothing.
 */
final class KeyQueue {

  /** The result of entering a line. */
  enum Entry {
    TURN,
    BEHIND_OTHERS,
    FULL,
    /** The line was just given up; there is a new one, or none. */
    CLOSED
  }

  private final Deque<QueuePlace> waiting = new ArrayDeque<>(2);
  private @Nullable QueuePlace turn;
  private boolean closed;

  synchronized Entry enter(QueuePlace place, int limit) {
    if (closed) {
      return Entry.CLOSED;
    }
    if (turn == null) {
      place.giveTurn(null);
      turn = place;
      return Entry.TURN;
    }
    if (waiting.size() >= limit) {
      return Entry.FULL;
    }
    waiting.addLast(place);
    return Entry.BEHIND_OTHERS;
  }

  /**
   * Hands the turn on together with the lock.
   *
   * @return false when no waiting caller could take it as it is
   */
  boolean handOver(QueuePlace from, Tenure tenure) {
    QueuePlace next;
    synchronized (this) {
      next = waiting.peekFirst();
      if (turn != from || next == null || !next.isAlone()) {
        return false;
      }
      waiting.removeFirst();
      turn = next;
      next.giveTurn(tenure);
    }
    next.ring();
    return true;
  }

  /** Gives the turn up, without the lock; once more is harmless. True when the line is empty. */
  boolean leave(QueuePlace from) {
    QueuePlace next;
    synchronized (this) {
      if (turn != from) {
        return false;
      }
      next = waiting.pollFirst();
      turn = next;
      if (next == null) {
        closed = true;
        return true;
      }
      next.giveTurn(null);
    }
    next.ring();
    return false;
  }

  /** Takes a place out of the line; false when the turn has come meanwhile. */
  synchronized boolean withdraw(QueuePlace place) {
    return waiting.remove(place);
  }

  synchronized boolean hasWaiting() {
    return !waiting.isEmpty();
  }

  synchronized @Nullable QueuePlace turn() {
    return turn;
  }

  /** Wakes everybody, so that they look around. */
  synchronized void ringAll() {
    waiting.forEach(QueuePlace::ring);
    QueuePlace first = turn;
    if (first != null) {
      first.ring();
    }
  }
}
