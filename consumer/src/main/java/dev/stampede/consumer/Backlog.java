package dev.stampede.consumer;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Messages that were fetched and not handled yet, in order, and how many of them to try at once: as
 * many as there are, half as many after each failure, so that one that cannot be handled soon
 * stands alone, and all again when it is out of the way.
 */
final class Backlog<E> {

  private final int most;
  private final Deque<Incoming<E>> waiting = new ArrayDeque<>();
  private int atOnce;
  private int failures;

  Backlog(int most) {
    this.most = most;
    this.atOnce = most;
  }

  void add(Collection<Incoming<E>> fetched) {
    waiting.addAll(fetched);
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  List<Incoming<E>> next() {
    return waiting.stream().limit(atOnce).toList();
  }

  /** The number of failures in a row of the next messages. */
  int failures() {
    return failures;
  }

  void failed() {
    failures++;
  }

  /** Takes fewer at once; tried anew. */
  void halve(int tried) {
    atOnce = Math.max(1, tried / 2);
    failures = 0;
  }

  /** The first so many are done with. */
  void done(int count) {
    for (int n = 0; n < count; n++) {
      waiting.removeFirst();
    }
    atOnce = Math.min(most, atOnce * 2);
    failures = 0;
  }

  /** Forgets messages of partitions that another reader owns now; it will read them again. */
  void forget(Predicate<Message.Place> gone) {
    if (waiting.removeIf(incoming -> gone.test(incoming.message().place()))) {
      failures = 0;
    }
  }

  Optional<Message.Place> first(Predicate<Message.Place> wanted) {
    return waiting.stream().map(incoming -> incoming.message().place()).filter(wanted).findFirst();
  }
}
