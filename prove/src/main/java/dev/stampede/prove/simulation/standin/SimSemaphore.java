package dev.stampede.prove.simulation.standin;

import dev.stampede.prove.simulation.world.SimulatedTask;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Stands in for {@link java.util.concurrent.Semaphore}. */
public final class SimSemaphore {

  private final List<SimulatedTask> waiting = new ArrayList<>(2);
  private int permits;

  public SimSemaphore(int permits) {
    this.permits = permits;
  }

  public SimSemaphore(int permits, boolean fair) {
    this.permits = permits;
  }

  public boolean tryAcquire() {
    SimTasks.point();
    if (permits <= 0) {
      return false;
    }
    permits--;
    return true;
  }

  public boolean tryAcquire(long time, TimeUnit unit) throws InterruptedException {
    SimulatedTask task = SimTasks.here();
    long end = task.world().nanos() + unit.toNanos(time);
    while (!tryAcquire()) {
      long left = end - task.world().nanos();
      if (left <= 0) {
        return false;
      }
      await(task, left);
    }
    return true;
  }

  public void acquire() throws InterruptedException {
    SimulatedTask task = SimTasks.here();
    while (!tryAcquire()) {
      await(task, Long.MAX_VALUE);
    }
  }

  private void await(SimulatedTask task, long nanos) throws InterruptedException {
    waiting.add(task);
    try {
      if (nanos == Long.MAX_VALUE) {
        task.park(this);
      } else {
        task.park(this, nanos);
      }
    } finally {
      waiting.remove(task);
    }
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
  }

  public void release() {
    release(1);
  }

  public void release(int count) {
    SimTasks.point();
    permits += count;
    waiting.forEach(SimulatedTask::wake);
  }

  public int drainPermits() {
    SimTasks.point();
    int drained = permits;
    permits = 0;
    return drained;
  }

  public int availablePermits() {
    return permits;
  }
}
