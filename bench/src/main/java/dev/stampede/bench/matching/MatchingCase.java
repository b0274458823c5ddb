package dev.stampede.bench.matching;

import dev.stampede.bench.turns.Case;
import dev.stampede.bench.turns.CaseSample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/**
 * Tickets assigned a second, one against one, while players keep coming as fast as they can and a
 * bounded number waits. Creating is paid for too, on the same two cores.
 */
final class MatchingCase implements Case, AutoCloseable {

  /** Enough that no backend ever finds too few, and so few that nothing else is measured. */
  private static final int BACKLOG = 20_000;

  private static final int PLAYERS_AT_A_TIME = 256;
  private static final Duration LOOK = Duration.ofMillis(1);
  private static final Duration END_WITHIN = Duration.ofSeconds(30);

  private final String name;
  private final MatchingStand stand;

  MatchingCase(String name, MatchingStand stand) {
    this.name = name;
    this.stand = stand;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public CaseSample measure(Duration duration) throws Exception {
    stand.clear();
    AtomicBoolean goOn = new AtomicBoolean(true);
    LongAdder created = new LongAdder();
    long before = stand.assigned();
    long began = System.nanoTime();
    List<Future<?>> all = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < PLAYERS_AT_A_TIME; i++) {
        all.add(threads.submit(() -> come(goOn, created, before)));
      }
      for (TickingBackend backend : stand.backends()) {
        all.add(threads.submit(() -> tick(backend, goOn)));
      }
      Thread.sleep(duration);
      long after = stand.assigned();
      double seconds = (System.nanoTime() - began) / 1e9;
      goOn.set(false);
      for (Future<?> one : all) {
        var _ = one.get(END_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
      }
      return new CaseSample(
          (after - before) / seconds,
          OptionalDouble.empty(),
          OptionalDouble.empty(),
          "%,d came".formatted(created.sum()));
    }
  }

  private Void come(AtomicBoolean goOn, LongAdder created, long before) throws Exception {
    while (goOn.get()) {
      if (created.sum() - (stand.assigned() - before) < BACKLOG) {
        stand.entrance().create(TicketSupply.somebody());
        created.increment();
      } else {
        Thread.sleep(LOOK);
      }
    }
    return null;
  }

  private static Void tick(TickingBackend backend, AtomicBoolean goOn) throws Exception {
    while (goOn.get()) {
      if (backend.tick() == 0) {
        Thread.sleep(LOOK);
      }
    }
    return null;
  }

  @Override
  public void close() {
    stand.close();
  }
}
