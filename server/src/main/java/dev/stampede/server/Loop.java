package dev.stampede.server;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a worker's tick over and over, with a pause between the end of one and the beginning of the
 * next, until it is closed. A tick that fails is reported and the loop goes on; a failure that
 * lasts is reported once when it begins and once when it ends, not at every tick.
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
  private final Duration pause;
  private final Tick tick;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread;
  private boolean failing;

  private Loop(String name, Duration pause, Tick tick) {
    this.name = name;
    this.pause = pause;
    this.tick = tick;
    // A platform thread: among thousands of runnable virtual threads it still gets its share.
    this.thread = Thread.ofPlatform().daemon().name(name).unstarted(this::run);
  }

  public static Loop start(String name, Duration pause, Tick tick) {
    Loop loop = new Loop(name, pause, tick);
    loop.thread.start();
    return loop;
  }

  private void run() {
    try {
      do {
        once();
      } while (!closing.await(pause.toNanos(), TimeUnit.NANOSECONDS));
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
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
        log.warn("{} failed and will be tried every {} ms", name, pause.toMillis(), e);
      }
    }
  }

  /** Lets a running tick finish, within a bound, then interrupts it. */
  @Override
  public void close() {
    closing.countDown();
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
