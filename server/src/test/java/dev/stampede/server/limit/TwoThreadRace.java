package dev.stampede.server.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntUnaryOperator;

/**
 * Two threads who want the last of something at the same moment, again and again. They meet before
 * every round, and then each lets pass a little time that differs from round to round: so their
 * steps fall in all orders, also those that are a few nanoseconds apart.
 */
final class TwoThreadRace {

  private static final int ROUNDS = 5_000;

  /** Of each thread, in turns of a loop; each pair of them is tried about 20 times. */
  private static final int PAUSES = 16;

  /** So often one looks for the other before leaving them the processor. */
  private static final int LOOKS = 100;

  private final AtomicInteger arrived = new AtomicInteger();

  /**
   * One of the two gets it, in every round.
   *
   * @param take whether one got it
   * @param giveBack done by who got it, when both have asked
   */
  static void forTheLastOne(BooleanSupplier take, Runnable giveBack) {
    TwoThreadRace rush = new TwoThreadRace();
    try (var threads = Executors.newFixedThreadPool(1)) {
      AtomicInteger got = new AtomicInteger();
      var other =
          CompletableFuture.runAsync(() -> rush.run(round -> round, got, take, giveBack), threads);
      rush.run(round -> round / PAUSES, got, take, giveBack);
      other.join();
    }
  }

  private void run(
      IntUnaryOperator pause, AtomicInteger got, BooleanSupplier take, Runnable giveBack) {
    for (int round = 0; round < ROUNDS; round++) {
      meet();
      for (int i = pause.applyAsInt(round) % PAUSES; i > 0; i--) {
        Thread.onSpinWait();
      }
      boolean mine = take.getAsBoolean();
      got.addAndGet(mine ? 1 : 0);
      meet();
      assertThat(got).as("who got the last one in round %d", round).hasValue(1);
      meet();
      if (mine) {
        giveBack.run();
        got.set(0);
      }
    }
  }

  private void meet() {
    int both = (arrived.getAndIncrement() | 1) + 1;
    for (int looks = 1; arrived.get() < both; looks++) {
      if (looks % LOOKS == 0) {
        LockSupport.parkNanos(1);
      } else {
        Thread.onSpinWait();
      }
    }
  }
}
