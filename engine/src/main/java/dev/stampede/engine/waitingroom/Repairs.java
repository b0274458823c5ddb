package dev.stampede.engine.waitingroom;

import dev.stampede.engine.show.ShowId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs repairs and draws in the background, the shortest lines first. A draw of a million takes
 * about a minute: it has a slot of its own, so that short lines do not wait for it. The number of
 * slots bounds the database connections and the memory that draws take from the sale.
 */
final class Repairs implements AutoCloseable {

  /** Repairs of lines up to {@link #SHORT} run this many at a time. */
  static final int SHORT_AT_ONCE = 4;

  static final int LONG_AT_ONCE = 1;

  /** A line with more people than this is long. */
  static final long SHORT = 10_000;

  /** A tick waits this long for the repairs that it has started; then they go on without it. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private static final Logger log = LoggerFactory.getLogger(Repairs.class);

  /**
   * A line that has to be repaired.
   *
   * @param people the number of people in the line
   */
  record Repair(ShowId show, long people, Runnable work) {}

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Semaphore shortSlots = new Semaphore(SHORT_AT_ONCE);
  private final Semaphore longSlots = new Semaphore(LONG_AT_ONCE);
  private final Set<ShowId> running = ConcurrentHashMap.newKeySet();

  /** Starts the repairs for which there is a slot; the next tick finds the others again. */
  void start(List<Repair> due) {
    List<Future<?>> started = new ArrayList<>();
    due.stream()
        .sorted(Comparator.comparingLong(Repair::people))
        .forEach(repair -> start(repair, started));
    await(started);
  }

  private void start(Repair repair, List<Future<?>> started) {
    Semaphore slots = repair.people() > SHORT ? longSlots : shortSlots;
    if (running.contains(repair.show()) || !slots.tryAcquire()) {
      return;
    }
    var _ = running.add(repair.show());
    started.add(
        threads.submit(
            () -> {
              try {
                repair.work().run();
              } catch (LineLostException lost) {
                log.debug("a line is lost; the next look begins it again", lost);
              } finally {
                running.remove(repair.show());
                slots.release();
              }
            }));
  }

  private static void await(List<Future<?>> started) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    for (Future<?> one : started) {
      try {
        var _ = one.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
      } catch (TimeoutException goesOn) {
        log.debug("a repair takes longer than {} ms and goes on", PATIENCE.toMillis(), goesOn);
      } catch (ExecutionException e) {
        throw new LineUnavailableException("a line could not be repaired", e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
