package dev.stampede.jobs;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does one thing over and over on a thread of its own. A failure that lasts is reported when it
 * begins and when it ends; between, tries are a pause apart.
 */
final class WorkerLoop implements AutoCloseable {

  /** One round; it waits by itself if there is nothing to do. */
  @FunctionalInterface
  interface Round {
    void run() throws Exception;
  }

  private static final Logger log = LoggerFactory.getLogger(WorkerLoop.class);
  private static final Duration AFTER_FAILURE = Duration.ofMillis(500);
  private static final Duration LAST_ROUND_MAY_TAKE = Duration.ofSeconds(5);

  private final String name;
  private final Round round;
  private final Runnable wake;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread;
  private boolean failing;

  private WorkerLoop(String name, Runnable wake, Round round) {
    this.name = name;
    this.wake = wake;
    this.round = round;
    // A platform thread: among thousands of runnable virtual threads it still gets its share.
    this.thread = Thread.ofPlatform().daemon().name(name).unstarted(this::run);
  }

  /**
   * Starts to run rounds.
   *
   * @param wake ends a round that waits; called once no other is to follow
   */
  static WorkerLoop start(String name, Runnable wake, Round round) {
    WorkerLoop loop = new WorkerLoop(name, wake, round);
    loop.thread.start();
    return loop;
  }

  /** The same with a pause after each round; the first begins at once. */
  static WorkerLoop every(String name, Duration pause, Runnable wake, Round round) {
    WorkerLoop[] self = new WorkerLoop[1];
    self[0] =
        new WorkerLoop(
            name,
            wake,
            () -> {
              round.run();
              self[0].pause(pause);
            });
    self[0].thread.start();
    return self[0];
  }

  private void run() {
    try {
      while (closing.getCount() > 0) {
        once();
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private void once() throws InterruptedException {
    try {
      round.run();
      if (failing) {
        failing = false;
        log.info("{} works again", name);
      }
    } catch (InterruptedException stopped) {
      throw stopped;
    } catch (Exception | Error e) {
      if (!failing) {
        failing = true;
        log.warn("{} failed; the worker retries it every {} ms", name, AFTER_FAILURE.toMillis(), e);
      }
      pause(AFTER_FAILURE);
    }
  }

  /** Ends early when the loop is closed. */
  private void pause(Duration pause) throws InterruptedException {
    var unused = closing.await(pause.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** No round begins after this; one that is under way is still going on. */
  void end() {
    closing.countDown();
    wake.run();
  }

  /** Lets a round that is under way finish, within a bound, then interrupts it. */
  @Override
  public void close() {
    end();
    try {
      if (!thread.join(LAST_ROUND_MAY_TAKE)) {
        thread.interrupt();
      }
    } catch (InterruptedException e) {
      thread.interrupt();
      Thread.currentThread().interrupt();
    }
  }
}
