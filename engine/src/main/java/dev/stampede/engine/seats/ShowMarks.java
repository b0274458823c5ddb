package dev.stampede.engine.seats;

import dev.stampede.engine.show.ShowId;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The marks of all shows, however many there are, in a fixed number of counters. Shows that share a
 * counter seem to change together, which costs a needless look and never hides a change.
 */
final class ShowMarks {

  private static final int COUNTERS = 1_024;

  private final AtomicLongArray committed = new AtomicLongArray(COUNTERS);
  private final AtomicLongArray heard = new AtomicLongArray(COUNTERS);
  private final AtomicLong interruptions = new AtomicLong();

  /**
   * Returns the show's mark. Both terms of {@code heard} only grow, so equal sums mean equal terms.
   */
  ShowMark of(ShowId show) {
    int at = counter(show);
    return new ShowMark(committed.get(at), heard.get(at) + interruptions.get());
  }

  void committed(ShowId show) {
    committed.incrementAndGet(counter(show));
  }

  void heard(ShowId show) {
    heard.incrementAndGet(counter(show));
  }

  void interrupted() {
    interruptions.incrementAndGet();
  }

  /** Changes all marks, so that nothing read under an earlier mark counts any more. */
  void startOver() {
    for (int at = 0; at < COUNTERS; at++) {
      committed.incrementAndGet(at);
    }
  }

  private static int counter(ShowId show) {
    return Math.floorMod(Long.hashCode(show.value()), COUNTERS);
  }
}
