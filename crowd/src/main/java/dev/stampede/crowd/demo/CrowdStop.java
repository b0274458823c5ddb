package dev.stampede.crowd.demo;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The word that ends a rush, which everybody who rests hears at once. Those told that all is sold
 * finish what they have begun; those told to go home give back what they have.
 */
final class CrowdStop {

  private final CountDownLatch called = new CountDownLatch(1);
  private volatile boolean home;

  void soldOut() {
    called.countDown();
  }

  void goHome() {
    home = true;
    called.countDown();
  }

  boolean isCalled() {
    return called.getCount() == 0;
  }

  boolean isTimeToGoHome() {
    return home;
  }

  /** Rests so long, or until the word; says whether the rush goes on. */
  boolean rest(Duration time) throws InterruptedException {
    return !called.await(time.toNanos(), TimeUnit.NANOSECONDS);
  }
}
