package dev.stampede.locks;

import java.util.concurrent.locks.LockSupport;

/** Wakes one caller; a ring that comes before the caller listens is not lost. */
final class Bell {

  private final Thread sleeper = Thread.currentThread();
  private volatile boolean rung;

  void ring() {
    rung = true;
    LockSupport.unpark(sleeper);
  }

  /** Returns when it has rung since the last time, or when it is this late. */
  void await(long untilNanos) throws InterruptedException {
    while (!rung) {
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted while waiting for a lock");
      }
      long left = untilNanos - System.nanoTime();
      if (left <= 0) {
        return;
      }
      LockSupport.parkNanos(this, left);
    }
    rung = false;
  }
}
