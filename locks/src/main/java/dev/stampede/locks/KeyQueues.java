package dev.stampede.locks;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The lines of all keys that somebody here wants or holds; a line goes with its last caller. */
final class KeyQueues {

  private final ConcurrentMap<String, KeyQueue> lines = new ConcurrentHashMap<>();
  private final int limit;

  /** Rung for a watchdog that rests, when somebody comes. */
  private final Semaphore came = new Semaphore(0);

  private volatile boolean resting;

  KeyQueues(int limit) {
    this.limit = limit;
  }

  /**
   * Comes into the line of a place's key.
   *
   * @param waits true to stand behind others; if not, and there are any, the line is full
   */
  KeyQueue.Entry enter(QueuePlace place, boolean waits) {
    while (true) {
      KeyQueue line = lines.computeIfAbsent(place.name().lock(), unusedKey -> new KeyQueue());
      KeyQueue.Entry entry = line.enter(place, waits ? limit : 0);
      if (entry != KeyQueue.Entry.CLOSED) {
        if (resting) {
          came.release();
        }
        return entry;
      }
      // The caller that closed it is about to take it out too; either may be first.
      lines.remove(place.name().lock(), line);
    }
  }

  boolean withdraw(QueuePlace place) {
    KeyQueue line = lines.get(place.name().lock());
    return line != null && line.withdraw(place);
  }

  boolean handOver(QueuePlace from, Tenure tenure) {
    KeyQueue line = lines.get(from.name().lock());
    return line != null && line.handOver(from, tenure);
  }

  void leave(QueuePlace from) {
    KeyQueue line = lines.get(from.name().lock());
    if (line != null && line.leave(from)) {
      lines.remove(from.name().lock(), line);
    }
  }

  boolean hasWaiting(QueuePlace behind) {
    KeyQueue line = lines.get(behind.name().lock());
    return line != null && line.hasWaiting();
  }

  /** A message: the lock is, or may be, there for us. */
  void told(String lock) {
    KeyQueue line = lines.get(lock);
    QueuePlace first = line == null ? null : line.turn();
    if (first != null) {
      first.ring();
    }
  }

  /** Everything that is held now, a lock of several keys once for each of them. */
  void forEachHeld(Consumer<HeldLock> visitor) {
    for (KeyQueue line : lines.values()) {
      QueuePlace first = line.turn();
      @Nullable HeldLock held = first == null ? null : first.held();
      if (held != null) {
        visitor.accept(held);
      }
    }
  }

  /** Waits until a caller wants or holds a lock; false if the time ends first. One caller. */
  boolean awaitAny(Duration longest) throws InterruptedException {
    // Before the look: a caller that comes after it rings.
    resting = true;
    try {
      return !lines.isEmpty() || came.tryAcquire(longest.toNanos(), TimeUnit.NANOSECONDS);
    } finally {
      resting = false;
      came.drainPermits();
    }
  }

  void ringAll() {
    lines.values().forEach(KeyQueue::ringAll);
  }

  /** True if nobody wants or holds a lock; for tests. */
  boolean isEmpty() {
    return lines.isEmpty();
  }
}
