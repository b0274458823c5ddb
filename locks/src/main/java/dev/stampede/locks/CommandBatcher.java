package dev.stampede.locks;

import io.lettuce.core.RedisException;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.protocol.AsyncCommand;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Commands on their way to Redis, in the order in which they came. Those that come while a group of
 * others is under way go together, in one write, when that group is answered.
 *
 * <p>A system call and a wake-up on either side are most of what a command costs, and a crowd of
 * callers shares them. There is no timer and no thread of its own: a lone command is sent at once,
 * and the thread that brings the last answer of a group, the one that reads from Redis, sends what
 * has come meanwhile. It has woken the callers of that group by then, so that the quick ones among
 * them are in the next.
 *
 * <p>Each command fails or succeeds by itself. A group that is not answered in time holds nobody
 * back any longer.
 */
final class CommandBatcher {

  /** The most commands sent together; bounds how long Redis is busy with them. */
  static final int MAX_TOGETHER = 128;

  /** The most commands that may wait; one more is refused. */
  static final int CAPACITY = 16_384;

  private final StatefulConnection<String, String> connection;
  private final long patienceNanos;

  /** Guards itself and what follows. */
  private final Queue<AsyncCommand<String, String, ?>> waiting = new ArrayDeque<>();

  /** Raised by the thread that sends: one at a time, so that the order is kept. */
  private boolean sending;

  /** The last of the group that is under way. */
  private @Nullable AsyncCommand<String, String, ?> last;

  private long sentNanos;

  /**
   * An empty one.
   *
   * @param patience how long a group may be under way before others no longer wait for it
   */
  CommandBatcher(StatefulConnection<String, String> connection, Duration patience) {
    this.connection = connection;
    this.patienceNanos = patience.toNanos();
  }

  /** Sends it now or with the next group. One that was cancelled before that is never sent. */
  void send(AsyncCommand<String, String, ?> command) {
    boolean full;
    synchronized (waiting) {
      full = waiting.size() >= CAPACITY;
      if (!full) {
        waiting.add(command);
        if (sending || isUnderWay()) {
          return;
        }
        sending = true;
      }
    }
    if (full) {
      command.completeExceptionally(
          new RedisException("%,d commands wait for Redis already".formatted(CAPACITY)));
    } else {
      sendWaiting();
    }
  }

  /** Under the lock. */
  private boolean isUnderWay() {
    return last != null && System.nanoTime() - sentNanos < patienceNanos;
  }

  /** By the thread that has raised the flag: until a group is under way, or nobody waits. */
  private void sendWaiting() {
    for (List<AsyncCommand<String, String, ?>> group = next(); !group.isEmpty(); group = next()) {
      dispatch(group);
      AsyncCommand<String, String, ?> end = group.getLast();
      if (!end.isDone()) {
        synchronized (waiting) {
          sending = false;
          last = end;
          sentNanos = System.nanoTime();
        }
        var unused = end.whenComplete((unusedAnswer, unusedFailure) -> ended(end));
        return;
      }
    }
  }

  /** The next group; empty when nobody waits, and then the flag is lowered. */
  private List<AsyncCommand<String, String, ?>> next() {
    List<AsyncCommand<String, String, ?>> group = new ArrayList<>();
    synchronized (waiting) {
      while (group.size() < MAX_TOGETHER && !waiting.isEmpty()) {
        AsyncCommand<String, String, ?> command = waiting.remove();
        if (!command.isDone()) {
          group.add(command);
        }
      }
      sending = !group.isEmpty();
    }
    return group;
  }

  private void dispatch(List<AsyncCommand<String, String, ?>> group) {
    try {
      var unused = connection.dispatch(group);
    } catch (RuntimeException refused) {
      group.forEach(command -> command.completeExceptionally(refused));
    }
  }

  /** A group is over, by its last command, unless others stopped waiting for it before. */
  private void ended(AsyncCommand<String, String, ?> end) {
    synchronized (waiting) {
      if (!end.equals(last)) {
        return;
      }
      last = null;
      if (sending || waiting.isEmpty()) {
        return;
      }
      sending = true;
    }
    sendWaiting();
  }

  /** Returns the number of commands that have not been sent; for tests. */
  int waiting() {
    synchronized (waiting) {
      return waiting.size();
    }
  }
}
