package dev.stampede.lane;

import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Where callers leave their entries for a lane's writer: bounded, in order of arrival, and able to
 * end without leaving anybody behind.
 *
 * <p>Closing only stops those who come later; a caller that looked just before may still put its
 * entry after the writer has found the inbox empty. So both do two things in opposite order:
 *
 * <pre>
 *   caller  1. puts its entry      2. looks whether the writer has ended
 *   writer  1. notes that it ended 2. looks for entries
 * </pre>
 *
 * Whichever way the four fall, at least one of the two sees the other, and the entry is refused.
 */
final class Inbox<Q, A> {

  private final int capacity;
  private final BlockingQueue<Entry<Q, A>> queue;
  private volatile boolean closed;
  private volatile boolean ended;

  Inbox(int capacity) {
    this.capacity = capacity;
    this.queue = new ArrayBlockingQueue<>(capacity);
  }

  /** A caller leaves its entry; one that cannot be taken has its outcome at once. */
  void put(Entry<Q, A> entry) {
    if (closed) {
      entry.refuse(new Outcome.Closed<>());
    } else if (!queue.offer(entry)) {
      entry.refuse(new Outcome.Full<>(capacity));
    } else if (ended) {
      entry.refuse(new Outcome.Closed<>());
    }
  }

  /** From now on new entries are refused; those already here wait for the writer. */
  void close() {
    closed = true;
  }

  /** The writer takes the oldest, if there is one. */
  @Nullable Entry<Q, A> poll() {
    return queue.poll();
  }

  /** The writer takes the oldest, and waits so long for one. */
  @Nullable Entry<Q, A> poll(Duration wait) throws InterruptedException {
    return queue.poll(wait.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** The writer ends, if the inbox is closed and empty; after that nobody may poll. */
  boolean end() {
    if (!closed || !queue.isEmpty()) {
      return false;
    }
    ended = true;
    for (Entry<Q, A> late = queue.poll(); late != null; late = queue.poll()) {
      late.refuse(new Outcome.Closed<>());
    }
    return true;
  }

  /** How many are waiting to be taken. */
  int depth() {
    return queue.size();
  }
}
