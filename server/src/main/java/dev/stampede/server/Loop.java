package dev.stampede.server;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a worker's tick over and over, with a pause between the end of one and the beginning of the
 * next, until it is closed. A tick that fails is reported and the loop goes on; a failure that
 * lasts is reported once when it begins and once when it ends, not at every tick.
 *
 * <p>A loop with a {@link LoopInterval} pauses longer while the sale is quiet. A sign of activity
 * wakes it, and it ticks at once.
 */
public final class Loop implements AutoCloseable {

  /** One round of work. */
  @FunctionalInterface
  public interface Tick {
    void run() throws Exception;
  }

  private static final Logger log = LoggerFactory.getLogger(Loop.class);
  private static final Duration LAST_TICK_MAY_TAKE = Duration.ofSeconds(5);

  private final String name;
  private final LoopInterval pace;
  private final Tick tick;
  private final Semaphore bell = new Semaphore(0);
  private final Runnable wakeSleeper = this::wakeSleeper;
  private final Thread thread;
  private volatile boolean closing;
  private volatile boolean asleep;
  private boolean failing;

  private Loop(String name, LoopInterval pace, Tick tick) {
    this.name = name;
    this.pace = pace;
    this.tick = tick;
    // A platform thread: among thousands of runnable virtual threads it still gets its share.
    this.thread = Thread.ofPlatform().daemon().name(name).unstarted(this::run);
  }

  public static Loop start(String name, Duration pause, Tick tick) {
    return start(name, LoopInterval.steady(pause), tick);
  }

  public static Loop start(String name, LoopInterval pace, Tick tick) {
    Loop loop = new Loop(name, pace, tick);
    pace.onSign(loop.wakeSleeper);
    loop.thread.start();
    return loop;
  }

  /** Ends the pause, also one that is still to come: the next tick sees what was there before. */
  public void wake() {
    if (bell.availablePermits() == 0) {
      bell.release();
    }
  }

  private void wakeSleeper() {
    if (asleep) {
      bell.release();
    }
  }

  private void run() {
    try {
      do {
        once();
        pause();
      } while (!closing);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  /** It lies down before it looks if it may sleep: a sign that comes after the look rings. */
  private void pause() throws InterruptedException {
    asleep = true;
    boolean quiet = !failing && pace.isQuiet();
    asleep = quiet;
    Duration pause = quiet ? pace.quiet() : pace.busy();
    if (!closing) {
      var _ = bell.tryAcquire(pause.toNanos(), TimeUnit.NANOSECONDS);
    }
    asleep = false;
    bell.drainPermits();
  }

  private void once() throws InterruptedException {
    try {
      tick.run();
      if (failing) {
        failing = false;
        log.info("{} works again", name);
      }
    } catch (InterruptedException stopped) {
      throw stopped;
    } catch (Exception | Error e) {
      if (!failing) {
        failing = true;
        log.warn("{} failed; the server retries it every {} ms", name, pace.busy().toMillis(), e);
      }
    }
  }

  /** Lets a running tick finish, within a bound, then interrupts it. */
  @Override
  public void close() {
    closing = true;
    pace.forget(wakeSleeper);
    bell.release();
    try {
      if (!thread.join(LAST_TICK_MAY_TAKE)) {
        thread.interrupt();
      }
    } catch (InterruptedException e) {
      thread.interrupt();
      Thread.currentThread().interrupt();
    }
  }
}
