package dev.stampede.server.alert;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Measures how much counters that only grow have grown within the last minute. It reads them about
 * once a second, so that the code that counts pays nothing for it.
 */
final class CounterDeltas {

  static final Duration LENGTH = Duration.ofMinutes(1);

  private final LongSupplier nanos;
  private final List<LongSupplier> counters;
  private final Deque<Look> looks = new ArrayDeque<>();

  private record Look(long atNanos, List<Long> counts) {}

  /**
   * Begins to look.
   *
   * @param nanos monotonic
   */
  CounterDeltas(LongSupplier nanos, LongSupplier... counters) {
    this.nanos = nanos;
    this.counters = List.of(counters);
  }

  /** Looks, and answers by how much each has grown; since the first look, if that is later. */
  List<Long> look() {
    long now = nanos.getAsLong();
    Look seen = new Look(now, counters.stream().map(LongSupplier::getAsLong).toList());
    looks.addLast(seen);
    while (now - looks.getFirst().atNanos() > LENGTH.toNanos()) {
      looks.removeFirst();
    }
    List<Long> before = looks.getFirst().counts();
    List<Long> grown = new ArrayList<>(before.size());
    for (int i = 0; i < before.size(); i++) {
      grown.add(seen.counts().get(i) - before.get(i));
    }
    return grown;
  }
}
