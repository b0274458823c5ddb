package dev.stampede.prove.simulation.standin;

import dev.stampede.prove.simulation.world.SimulatedTask;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Stands in for the executor with a virtual thread for each task. */
final class SimExecutor extends AbstractExecutorService {

  private final SimulatedTask creator;
  private boolean shutDown;

  SimExecutor(SimulatedTask creator) {
    this.creator = creator;
  }

  @Override
  public void execute(Runnable body) {
    creator.world().start(creator.node(), "submitted", body);
  }

  @Override
  public Future<?> submit(Runnable body) {
    return submit(
        () -> {
          body.run();
          return true;
        });
  }

  @Override
  public <T> Future<T> submit(Callable<T> body) {
    CompletableFuture<T> result = new CompletableFuture<>();
    execute(
        () -> {
          try {
            result.complete(body.call());
          } catch (Exception e) {
            result.completeExceptionally(e);
          }
        });
    return result;
  }

  @Override
  public void shutdown() {
    shutDown = true;
  }

  @Override
  public List<Runnable> shutdownNow() {
    shutDown = true;
    return List.of();
  }

  @Override
  public boolean isShutdown() {
    return shutDown;
  }

  @Override
  public boolean isTerminated() {
    return shutDown;
  }

  @Override
  public boolean awaitTermination(long time, TimeUnit unit) {
    return true;
  }
}
