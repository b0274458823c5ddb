package dev.stampede.jobs;

import dev.stampede.jobs.ClaimStatements.Claimed;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A place where one job runs at a time, with an eye on its time. */
final class Slot {

  private static final Logger log = LoggerFactory.getLogger(Slot.class);

  private final JobRunner runner;
  private final Thread thread;

  /** Guards what follows: the thread ends a run, the timekeeper gives it up; one is first. */
  private final ReentrantLock lock = new ReentrantLock();

  private @Nullable Claimed running;
  private long began;
  private boolean givenUp;
  private boolean committing;

  Slot(String name, JobRunner runner) {
    this.runner = runner;
    this.thread = Thread.ofVirtual().name(name).unstarted(this::runAll);
  }

  void start() {
    thread.start();
  }

  private void runAll() {
    try {
      for (Claimed next = runner.next(); next != null; next = runner.next()) {
        runOrGiveBack(next);
      }
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
  }

  /** A slot whose thread has died would never be missed: whatever breaks here, it goes on. */
  private void runOrGiveBack(Claimed next) throws InterruptedException {
    try {
      run(next);
    } catch (RuntimeException | Error e) {
      log.error("job {} failed in the worker's own code and is given back", next.run().id(), e);
      if (end()) {
        runner.giveBack(next.run());
      }
    }
  }

  private void run(Claimed next) throws InterruptedException {
    if (!begin(next)) {
      runner.giveBack(next.run());
      return;
    }
    Throwable failure = null;
    JobRunner.Worked worked = JobRunner.Worked.UNWRITTEN;
    try {
      worked = runner.work(next.run(), this::tryToCommit);
    } catch (Exception | Error e) {
      failure = e;
    }
    Duration took = Duration.ofNanos(System.nanoTime() - began);
    if (end()) {
      runner.ended(next.run(), took, failure, worked);
    }
  }

  private boolean begin(Claimed next) {
    long now = System.nanoTime();
    if (!runner.mayBegin(next, now)) {
      return false;
    }
    lock.lock();
    try {
      running = next;
      began = now;
      givenUp = false;
      committing = false;
    } finally {
      lock.unlock();
    }
    return true;
  }

  /** From here on the database's own time-out ends it. False: its time was up before. */
  private boolean tryToCommit() {
    lock.lock();
    try {
      committing = !givenUp;
      return committing;
    } finally {
      lock.unlock();
    }
  }

  /** False when the run was given up: what it brings is no longer wanted. */
  private boolean end() {
    lock.lock();
    try {
      running = null;
      // An interrupt was meant for the run, and that is over.
      var unused = Thread.interrupted();
      return !givenUp;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Gives up a run whose time is up: it is interrupted, and has failed whatever it does now. A
   * handler that does not listen keeps its slot.
   */
  void look(long now) throws InterruptedException {
    Claimed late;
    Duration took;
    lock.lock();
    try {
      late = running;
      if (late == null || givenUp || committing) {
        return;
      }
      took = Duration.ofNanos(now - began);
      if (took.compareTo(runner.timeout(late.run())) < 0) {
        return;
      }
      givenUp = true;
      thread.interrupt();
    } finally {
      lock.unlock();
    }
    runner.ended(
        late.run(),
        took,
        new TimeoutException(
            "not done within %d ms".formatted(runner.timeout(late.run()).toMillis())),
        JobRunner.Worked.UNWRITTEN);
  }

  /** Interrupts whatever runs. */
  void interrupt() {
    thread.interrupt();
  }

  boolean join(Duration longest) throws InterruptedException {
    return thread.join(longest);
  }
}
