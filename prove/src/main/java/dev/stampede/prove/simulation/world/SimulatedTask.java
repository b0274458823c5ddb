package dev.stampede.prove.simulation.world;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A thread of the simulated product. It runs on the world's one thread, until it waits or until the
 * dice let another go on.
 */
public final class SimulatedTask {

  private static final ScopedValue<SimulatedTask> CURRENT = ScopedValue.newInstance();

  private final World world;
  private final Node node;
  private final int id;
  private final String name;
  private final Thread thread;
  private @Nullable Runnable ready;
  private int quiet;
  private boolean ended;

  SimulatedTask(World world, Node node, int id, String name, Runnable body) {
    this.world = world;
    this.node = node;
    this.id = id;
    this.name = name;
    this.thread = VirtualThreads.unstarted(this::ready, name, () -> run(body));
  }

  /** The task that runs; none where product code is called from outside a simulation. */
  public static @Nullable SimulatedTask current() {
    return CURRENT.isBound() ? CURRENT.get() : null;
  }

  private void run(Runnable body) {
    ScopedValue.where(CURRENT, this)
        .run(
            () -> {
              try {
                endIfOver();
                body.run();
              } catch (SimulationOver over) {
                ended = true;
              } catch (Throwable broken) {
                world.broke(this, broken);
              } finally {
                ended = true;
              }
            });
  }

  private void ready(Runnable continuation) {
    ready = continuation;
    world.ready(this);
  }

  /** Goes on until the thread waits, yields or ends. On the world's thread. */
  void goOn() {
    Runnable continuation = ready;
    ready = null;
    if (continuation != null) {
      continuation.run();
    }
  }

  void start() {
    thread.start();
  }

  public Thread thread() {
    return thread;
  }

  public World world() {
    return world;
  }

  public Node node() {
    return node;
  }

  int id() {
    return id;
  }

  boolean hasEnded() {
    return ended;
  }

  /** Another task may go on here, as the dice say. */
  @SuppressWarnings("ThreadPriorityCheck") // the seed chooses who goes on
  public void point() {
    endIfOver();
    if (quiet == 0 && world.interrupts()) {
      Thread.yield();
      endIfOver();
    }
  }

  /** Begins a part in which no other task goes on: the JDK's own code holds a monitor there. */
  public void beginQuiet() {
    quiet++;
  }

  public void endQuiet() {
    quiet--;
  }

  /** Waits until it is woken, or for no reason, as every park may. */
  public void park(Object blocker) {
    endIfOver();
    if (!world.wakesForNoReason()) {
      LockSupport.park(blocker);
    }
    endIfOver();
  }

  /** The same, until the time is over at the latest. */
  public void park(Object blocker, long nanos) {
    if (nanos <= 0) {
      endIfOver();
      return;
    }
    Timer timer = world.timer(nanos, this::wake);
    try {
      park(blocker);
    } finally {
      timer.cancel();
    }
  }

  /** The same for waits that an interrupt does not end; it stays visible. */
  public void parkThroughInterrupts(Object blocker) {
    boolean interrupted = Thread.interrupted();
    try {
      park(blocker);
    } finally {
      if (interrupted) {
        thread.interrupt();
      }
    }
  }

  public void sleep(long nanos) throws InterruptedException {
    long end = world.nanos() + nanos;
    while (world.nanos() < end) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      park(this, end - world.nanos());
    }
  }

  public void wake() {
    LockSupport.unpark(thread);
  }

  private void endIfOver() {
    if (world.isOver() || node.isKilled()) {
      throw new SimulationOver();
    }
  }

  @Override
  public String toString() {
    return node + "/" + name;
  }
}
