package dev.stampede.matchmaking.backend;

import dev.stampede.matchmaking.ticket.TicketLeases;
import dev.stampede.matchmaking.ticket.WatchOutcome;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets a backend tick: at intervals, because windows widen and leases end, and as soon as tickets
 * arrive. Between two ticks there is a short rest in which a crowd gathers; after a tick that found
 * no match it is as long as the tick took, so that tickets without a match cost at most half of the
 * time. While no ticket waits the intervals grow, up to {@link #WHILE_EMPTY} times as long: only a
 * backend that died leaves tickets to be found then. A tick that fails is reported and the loop
 * goes on; a failure that lasts is reported when it begins and when it ends.
 */
public final class MatchLoop implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(MatchLoop.class);
  private static final Duration REST = Duration.ofMillis(10);
  private static final Duration SHORTEST = Duration.ofMillis(10);
  private static final Duration LONGEST = Duration.ofMinutes(1);

  /** The longest pause after ticks without a ticket, in intervals. */
  static final int WHILE_EMPTY = 10;

  private final Backend backend;
  private final Duration interval;
  private final Duration lastTickMayTake;
  private final Semaphore arrivals = new Semaphore(0);
  private final WatchOutcome.Watch watch;
  private final Thread thread;
  private volatile boolean closed;
  private boolean failing;
  private int empty = 1;

  private MatchLoop(
      Backend backend, TicketLeases leases, Duration interval, Duration lastTickMayTake) {
    this.backend = backend;
    this.interval = interval;
    this.lastTickMayTake = lastTickMayTake;
    this.watch = leases.onArrival(this::wake);
    // A platform thread: among thousands of runnable virtual threads it still gets its share.
    this.thread = Thread.ofPlatform().daemon().name("matchmaker").unstarted(this::run);
  }

  /**
   * Starts.
   *
   * @param leases where arrivals are heard
   * @param interval between ticks when nobody arrives
   * @param lastTickMayTake how long closing waits for a tick that is under way
   */
  public static MatchLoop start(
      Backend backend, TicketLeases leases, Duration interval, Duration lastTickMayTake) {
    if (interval.compareTo(SHORTEST) < 0 || interval.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "the tick is %s; set %s..%s".formatted(interval, SHORTEST, LONGEST));
    }
    MatchLoop loop = new MatchLoop(backend, leases, interval, lastTickMayTake);
    loop.thread.start();
    return loop;
  }

  private void wake() {
    if (arrivals.availablePermits() == 0) {
      arrivals.release();
    }
  }

  private void run() {
    try {
      while (!closed) {
        long begun = System.nanoTime();
        TickSummary summary = once();
        Duration took = Duration.ofNanos(System.nanoTime() - begun);
        rest(summary.assigned() > 0 || took.compareTo(REST) < 0 ? REST : took);
        if (!summary.full() && !closed) {
          empty = summary.claimed() == 0 && !failing ? Math.min(WHILE_EMPTY, empty * 2) : 1;
          Duration pause = interval.multipliedBy(empty);
          var _ = arrivals.tryAcquire(pause.toNanos(), TimeUnit.NANOSECONDS);
        }
        arrivals.drainPermits();
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private TickSummary once() throws InterruptedException {
    try {
      TickSummary summary = backend.tick();
      if (failing) {
        failing = false;
        log.info("the matchmaker works again");
      }
      return summary;
    } catch (RuntimeException | Error e) {
      if (!failing) {
        failing = true;
        log.warn(
            "a tick of the matchmaker failed; it is tried every {} ms", interval.toMillis(), e);
      }
      return TickSummary.NOTHING;
    }
  }

  private void rest(Duration rest) throws InterruptedException {
    long end = System.nanoTime() + rest.toNanos();
    for (long left = rest.toNanos(); left > 0 && !closed; left = end - System.nanoTime()) {
      LockSupport.parkNanos(this, left);
      if (Thread.interrupted()) {
        throw new InterruptedException("stopped while resting");
      }
    }
  }

  /** Lets a running tick finish, within the bound, then interrupts it. */
  @Override
  public void close() {
    closed = true;
    watch.close();
    wake();
    try {
      if (!thread.join(lastTickMayTake)) {
        log.warn("the last tick took longer than {} and was interrupted", lastTickMayTake);
        thread.interrupt();
      }
    } catch (InterruptedException stopped) {
      thread.interrupt();
      Thread.currentThread().interrupt();
    }
  }
}
