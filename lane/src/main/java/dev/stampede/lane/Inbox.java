package dev.stampede.lane;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Where callers leave their entries for a lane's writer: bounded, fair between keys, and able to
 * end without leaving anybody behind.
 *
 * <p>Entries of one key are taken in order of arrival; keys that have any take turns, an entry
 * each. So an entry waits for those before it of its own key, and for as many of each other key: a
 * crowd behind one key makes the others wait for one entry of it, not for all. Places are shared in
 * the same manner ({@link Shares}).
 *
 * <p>All of it is under one lock. Nobody is left behind: a caller either puts its entry before the
 * writer ends, and is seen by it, or after, and sees that it has ended.
 *
 * <p>Tests replace the polls, to see what becomes of callers when the writer dies.
 */
class Inbox<Q, A> {

  /** The entries of one key, in order of arrival; never empty while it has a turn. */
  private record Line<Q, A>(Object key, Queue<Entry<Q, A>> entries) {}

  private final int capacity;
  private final Lock lock = new ReentrantLock();
  private final Condition arrived = lock.newCondition();

  /** Guarded by the lock, as all below. */
  private final Map<Object, Line<Q, A>> lines = new HashMap<>();

  /** The same lines, the one whose turn is next first. */
  private final Queue<Line<Q, A>> turns = new ArrayDeque<>();

  private int depth;
  private boolean closed;

  /** What those hear who come after the writer has ended; null while there is a writer. */
  private @Nullable Outcome<A> ended;

  Inbox(int capacity) {
    this.capacity = capacity;
  }

  /** A caller leaves its entry; one that cannot be taken has its outcome at once. */
  final void put(Object key, Entry<Q, A> entry) {
    Outcome<A> refusal;
    lock.lock();
    try {
      refusal = refusal(key);
      if (refusal == null) {
        add(key, entry);
        arrived.signal();
      }
    } finally {
      lock.unlock();
    }
    if (refusal != null) {
      entry.refuse(refusal);
    }
  }

  private @Nullable Outcome<A> refusal(Object key) {
    if (ended != null) {
      return ended;
    }
    if (closed) {
      return new Outcome.Closed<>();
    }
    Line<Q, A> line = lines.get(key);
    int own = line == null ? 0 : line.entries().size();
    int keys = line == null ? lines.size() + 1 : lines.size();
    return Shares.isRoom(own, depth, keys, capacity) ? null : new Outcome.Full<>(capacity);
  }

  private void add(Object key, Entry<Q, A> entry) {
    Line<Q, A> line = lines.get(key);
    if (line == null) {
      line = new Line<>(key, new ArrayDeque<>());
      lines.put(key, line);
      turns.add(line);
    }
    line.entries().add(entry);
    depth++;
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

  /** The writer takes the oldest of the key whose turn it is, if there is one. */
  @Nullable Entry<Q, A> poll() {
    lock.lock();
    try {
      return next();
    } finally {
      lock.unlock();
    }
  }

  /** The same, and waits so long for one; not once it is closed. */
  @Nullable Entry<Q, A> poll(Duration wait) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      for (long left = wait.toNanos(); turns.isEmpty() && !closed && left > 0; ) {
        left = arrived.awaitNanos(left);
      }
      return next();
    } finally {
      lock.unlock();
    }
  }

  private @Nullable Entry<Q, A> next() {
    Line<Q, A> line = turns.poll();
    if (line == null) {
      return null;
    }
    Entry<Q, A> entry = line.entries().poll();
    if (line.entries().isEmpty()) {
      lines.remove(line.key());
    } else {
      turns.add(line);
    }
    depth--;
    return entry;
  }

  /** The writer ends, if the inbox is closed and empty; after that nobody may poll. */
  final boolean end() {
    lock.lock();
    try {
      if (!closed || depth > 0) {
        return false;
      }
      ended = new Outcome.Closed<>();
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** The writer ends now: all who wait, and all who come later, hear this. */
  final void abandon(Outcome<A> outcome) {
    List<Entry<Q, A>> late = new ArrayList<>();
    lock.lock();
    try {
      ended = outcome;
      for (Entry<Q, A> entry = next(); entry != null; entry = next()) {
        late.add(entry);
      }
    } finally {
      lock.unlock();
    }
    late.forEach(entry -> entry.refuse(outcome));
  }

  /** Whether entries of several keys wait. */
  final boolean isShared() {
    lock.lock();
    try {
      return lines.size() > 1;
    } finally {
      lock.unlock();
    }
  }

  /** How many are waiting to be taken. */
  final int depth() {
    lock.lock();
    try {
      return depth;
    } finally {
      lock.unlock();
    }
  }
}
