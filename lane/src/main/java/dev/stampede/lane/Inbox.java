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
 *
 * <p>Tests replace the polls, to see what becomes of callers when the writer dies.
 */
class Inbox<Q, A> {

  private final int capacity;
  private final BlockingQueue<Entry<Q, A>> queue;
  private volatile boolean closed;

  /** What those hear who come after the writer has ended; null while there is a writer. */
  private volatile @Nullable Outcome<A> ended;

  Inbox(int capacity) {
    this.capacity = capacity;
    this.queue = new ArrayBlockingQueue<>(capacity);
  }

  /** A caller leaves its entry; one that cannot be taken has its outcome at once. */
  final void put(Entry<Q, A> entry) {
    Outcome<A> over = ended;
    if (over != null) {
      entry.refuse(over);
    } else if (closed) {
      entry.refuse(new Outcome.Closed<>());
    } else if (!queue.offer(entry)) {
      entry.refuse(new Outcome.Full<>(capacity));
    } else {
      over = ended;
      if (over != null) {
        entry.refuse(over);
      }
    }
  }

  /** From now on new entries are refused; those already here wait for the writer. */
  final void close() {
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
  final boolean end() {
    if (!closed || !queue.isEmpty()) {
      return false;
    }
    abandon(new Outcome.Closed<>());
    return true;
  }

  /** The writer ends now: all who wait, and all who come later, hear this. */
  final void abandon(Outcome<A> outcome) {
    ended = outcome;
    for (Entry<Q, A> late = queue.poll(); late != null; late = queue.poll()) {
      late.refuse(outcome);
    }
  }

  /** How many are waiting to be taken. */
  final int depth() {
    return queue.size();
  }
}
