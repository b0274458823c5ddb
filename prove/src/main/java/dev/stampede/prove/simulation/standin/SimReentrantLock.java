package dev.stampede.prove.simulation.standin;

import dev.stampede.prove.simulation.world.SimulatedTask;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/**
 * Stands in for {@link java.util.concurrent.locks.ReentrantLock}: not fair, and every wait may end
 * early.
 */
public final class SimReentrantLock implements Lock {

  private final List<SimulatedTask> waiting = new ArrayList<>(2);
  private @Nullable SimulatedTask owner;
  private int held;

  public SimReentrantLock() {}

  public SimReentrantLock(boolean fair) {}

  @Override
  public void lock() {
    SimulatedTask task = SimulatedTask.current();
    if (task != null) {
      task.point();
      acquire(task, 1);
    }
  }

  private void acquire(SimulatedTask task, int times) {
    while (owner != null && !owner.equals(task)) {
      waiting.add(task);
      try {
        task.parkThroughInterrupts(this);
      } finally {
        waiting.remove(task);
      }
    }
    owner = task;
    held += times;
  }

  @Override
  public void lockInterruptibly() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    lock();
  }

  @Override
  public boolean tryLock() {
    SimulatedTask task = SimulatedTask.current();
    if (task == null) {
      return true;
    }
    task.point();
    if (owner != null && !owner.equals(task)) {
      return false;
    }
    acquire(task, 1);
    return true;
  }

  @Override
  public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
    SimulatedTask task = SimTasks.here();
    long end = task.world().nanos() + unit.toNanos(time);
    while (!tryLock()) {
      long left = end - task.world().nanos();
      if (left <= 0) {
        return false;
      }
      waiting.add(task);
      try {
        task.park(this, left);
      } finally {
        waiting.remove(task);
      }
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
    return true;
  }

  @Override
  public void unlock() {
    SimulatedTask task = SimulatedTask.current();
    if (task == null || !task.equals(owner)) {
      // Outside of a simulation, or in one that ends wherever its tasks stand.
      return;
    }
    if (--held == 0) {
      release();
    }
  }

  private void release() {
    owner = null;
    waiting.forEach(SimulatedTask::wake);
  }

  public boolean isHeldByCurrentThread() {
    SimulatedTask task = SimulatedTask.current();
    return task != null && task.equals(owner);
  }

  public boolean isLocked() {
    return owner != null;
  }

  @Override
  public Condition newCondition() {
    return new Waiting();
  }

  /** Those who wait on a condition; one may wake for no reason. */
  @SuppressWarnings("WaitNotInLoop") // its callers loop
  private final class Waiting implements Condition {

    private final List<SimulatedTask> waiters = new ArrayList<>(2);

    @Override
    public void await() throws InterruptedException {
      var _ = awaitNanos(Long.MAX_VALUE);
    }

    @Override
    public void awaitUninterruptibly() {
      var _ = waitFor(Long.MAX_VALUE);
    }

    @Override
    public long awaitNanos(long nanos) throws InterruptedException {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      long left = waitFor(nanos);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      return left;
    }

    private long waitFor(long nanos) {
      SimulatedTask task = SimTasks.here();
      long began = task.world().nanos();
      int times = held;
      held = 0;
      release();
      waiters.add(task);
      try {
        if (nanos == Long.MAX_VALUE) {
          task.park(this);
        } else {
          task.park(this, nanos);
        }
      } finally {
        waiters.remove(task);
      }
      acquire(task, times);
      return nanos - (task.world().nanos() - began);
    }

    @Override
    public boolean await(long time, TimeUnit unit) throws InterruptedException {
      return awaitNanos(unit.toNanos(time)) > 0;
    }

    @Override
    public boolean awaitUntil(java.util.Date deadline) {
      throw new UnsupportedOperationException("the product does not wait until a date");
    }

    @Override
    public void signal() {
      if (!waiters.isEmpty()) {
        waiters.removeFirst().wake();
      }
    }

    @Override
    public void signalAll() {
      while (!waiters.isEmpty()) {
        signal();
      }
    }
  }
}
