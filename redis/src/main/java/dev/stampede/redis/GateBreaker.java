package dev.stampede.redis;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Spares callers the wait for a Redis that does not answer. Open after {@link #FAILURES} in a row,
 * for {@link #PAUSE}; then everybody may ask again, and the first failure opens it again. There are
 * no permits that a lost call could keep.
 */
final class GateBreaker {

  static final int FAILURES = 3;
  static final Duration PAUSE = Duration.ofMillis(500);

  private final AtomicInteger inARow = new AtomicInteger();
  private volatile long openedNanos;

  boolean isOpen() {
    return inARow.get() >= FAILURES && System.nanoTime() - openedNanos < PAUSE.toNanos();
  }

  void failed() {
    openedNanos = System.nanoTime();
    inARow.updateAndGet(count -> Math.min(count + 1, FAILURES));
  }

  void succeeded() {
    if (inARow.get() != 0) {
      inARow.set(0);
    }
  }
}
