package dev.stampede.prove.simulation.standin;

import dev.stampede.prove.simulation.world.Node;
import dev.stampede.prove.simulation.world.SimulatedTask;
import dev.stampede.prove.simulation.world.World;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Stands in for the methods of futures that wait or set a timer. */
public final class SimFutures {

  private SimFutures() {}

  public static <T> T get(Future<T> future) throws InterruptedException, ExecutionException {
    await(future, Long.MAX_VALUE);
    return future.get();
  }

  public static <T> T get(Future<T> future, long time, TimeUnit unit)
      throws InterruptedException, ExecutionException, TimeoutException {
    if (!await(future, unit.toNanos(time))) {
      throw new TimeoutException();
    }
    return future.get();
  }

  public static <T> T get(CompletableFuture<T> future)
      throws InterruptedException, ExecutionException {
    return get((Future<T>) future);
  }

  public static <T> T get(CompletableFuture<T> future, long time, TimeUnit unit)
      throws InterruptedException, ExecutionException, TimeoutException {
    return get((Future<T>) future, time, unit);
  }

  public static <T> T join(CompletableFuture<T> future) {
    try {
      await(future, Long.MAX_VALUE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CompletionException(e);
    }
    return future.join();
  }

  /** True once it is done; false if the time is over before. */
  private static boolean await(Future<?> future, long nanos) throws InterruptedException {
    SimulatedTask task = SimTasks.here();
    task.point();
    if (future.isDone()) {
      return true;
    }
    var _ = ((CompletableFuture<?>) future).whenComplete((_, _) -> task.wake());
    long end = nanos == Long.MAX_VALUE ? nanos : task.world().nanos() + nanos;
    while (!future.isDone()) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      if (end == Long.MAX_VALUE) {
        task.park(future);
      } else if (task.world().nanos() >= end) {
        return false;
      } else {
        task.park(future, end - task.world().nanos());
      }
    }
    return true;
  }

  public static <T> CompletableFuture<T> orTimeout(
      CompletableFuture<T> future, long time, TimeUnit unit) {
    later(future, unit.toNanos(time), () -> future.completeExceptionally(new TimeoutException()));
    return future;
  }

  public static <T> CompletableFuture<T> completeOnTimeout(
      CompletableFuture<T> future, T value, long time, TimeUnit unit) {
    later(future, unit.toNanos(time), () -> future.complete(value));
    return future;
  }

  public static Executor delayedExecutor(long time, TimeUnit unit) {
    SimulatedTask task = SimTasks.here();
    World world = task.world();
    Node node = task.node();
    return body ->
        world.after(Duration.ofNanos(unit.toNanos(time)), () -> world.start(node, "delayed", body));
  }

  /** A task of its own, since what depends on the future may run on it. */
  private static void later(CompletableFuture<?> future, long nanos, Runnable body) {
    SimulatedTask task = SimTasks.here();
    World world = task.world();
    Node node = task.node();
    world.after(
        Duration.ofNanos(nanos),
        () -> {
          if (!future.isDone()) {
            world.start(node, "timer", body);
          }
        });
  }

  public static ExecutorService newVirtualThreadPerTaskExecutor() {
    return new SimExecutor(SimTasks.here());
  }
}
