package dev.stampede.bench.matching;

import dev.stampede.bench.turns.Case;
import dev.stampede.bench.turns.CaseSample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Tickets assigned a second, one against one, until none is left of those who waited when the
 * backends began. The tickets are created before the clock starts.
 */
final class EmptyingCase implements Case, AutoCloseable {

  private static final Duration END_WITHIN = Duration.ofMinutes(2);
  private static final Duration LOOK = Duration.ofMillis(1);

  private final String name;
  private final int waiting;
  private final MatchingStand stand;

  EmptyingCase(String name, int waiting, MatchingStand stand) {
    this.name = name;
    this.waiting = waiting;
    this.stand = stand;
  }

  @Override
  public String name() {
    return name;
  }

  /** Measures to its own end, however long it was meant to take. */
  @Override
  public CaseSample measure(Duration duration) throws Exception {
    stand.clear();
    TicketSupply.fill(stand.entrance(), waiting);
    long end = stand.assigned() + waiting;
    CountDownLatch start = new CountDownLatch(1);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Long>> all = new ArrayList<>();
      for (TickingBackend backend : stand.backends()) {
        all.add(threads.submit(() -> tickUntil(end, backend, start)));
      }
      long began = System.nanoTime();
      start.countDown();
      long ticks = 0;
      for (Future<Long> one : all) {
        ticks += one.get(END_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
      }
      double seconds = (System.nanoTime() - began) / 1e9;
      return new CaseSample(
          waiting / seconds,
          OptionalDouble.empty(),
          OptionalDouble.empty(),
          "%,d tickets in %,d ticks".formatted(waiting, ticks));
    }
  }

  private long tickUntil(long end, TickingBackend backend, CountDownLatch start) throws Exception {
    start.await();
    long ticks = 0;
    while (stand.assigned() < end) {
      ticks++;
      if (backend.tick() == 0) {
        Thread.sleep(LOOK);
      }
    }
    return ticks;
  }

  @Override
  public void close() {
    stand.close();
  }
}
