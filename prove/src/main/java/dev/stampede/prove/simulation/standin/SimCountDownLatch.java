package dev.stampede.prove.simulation.standin;

import java.util.concurrent.TimeUnit;

/** Stands in for {@link java.util.concurrent.CountDownLatch}. */
public final class SimCountDownLatch {

  private final SimSemaphore open = new SimSemaphore(0);
  private int count;

  public SimCountDownLatch(int count) {
    this.count = count;
  }

  public void countDown() {
    if (--count == 0) {
      open.release();
    }
  }

  public long getCount() {
    return count;
  }

  public void await() throws InterruptedException {
    if (count > 0) {
      open.acquire();
      open.release();
    }
  }

  public boolean await(long time, TimeUnit unit) throws InterruptedException {
    if (count <= 0) {
      return true;
    }
    if (!open.tryAcquire(time, unit)) {
      return false;
    }
    open.release();
    return true;
  }
}
