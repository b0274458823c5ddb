package dev.stampede.locks;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at all that is held: renews what wants it, and ends what has passed its time, so that a
 * holder that hangs does not keep the callers behind it waiting. One look for all of them is
 * cheaper than a timer for each; while nobody is there it rests.
 */
final class LockWatchdog implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(LockWatchdog.class);
  private static final Duration EVERY = Duration.ofMillis(20);
  private static final Duration LOOK_WHETHER_CLOSED = Duration.ofSeconds(1);

  private final KeyQueues lines;
  private final CountDownLatch closed = new CountDownLatch(1);

  LockWatchdog(KeyQueues lines) {
    this.lines = lines;
  }

  /** A platform thread: among thousands of runnable virtual threads it still gets its share. */
  void start() {
    Thread.ofPlatform().daemon().name("lock-watchdog").start(this::run);
  }

  void tick() {
    long now = System.nanoTime();
    lines.forEachHeld(lock -> lock.tick(now));
  }

  private void run() {
    try {
      while (!closed.await(EVERY.toMillis(), TimeUnit.MILLISECONDS)) {
        try {
          if (lines.awaitAny(LOOK_WHETHER_CLOSED)) {
            tick();
          }
        } catch (RuntimeException | Error e) {
          log.warn("checking the locks failed; the next check is in {} ms", EVERY.toMillis(), e);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    closed.countDown();
  }
}
