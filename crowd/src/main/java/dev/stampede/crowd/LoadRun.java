package dev.stampede.crowd;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntFunction;

/**
 * Carries out a {@link LoadPlan} and counts what happens.
 *
 * <p>A run ends at its bound whatever the target does: requests that are under way then are counted
 * as {@link Failure#UNFINISHED}, and their scripts are told.
 */
public final class LoadRun {

  private final LoadPlan plan;

  public LoadRun(LoadPlan plan) {
    this.plan = plan;
  }

  /** Every connection repeats the same request. */
  public LoadResult repeating(RenderedRequest request) throws InterruptedException {
    return with(connection -> BuyerScript.repeating(request));
  }

  /** Each connection, counted from 0, gets the script made for it. */
  public LoadResult with(IntFunction<BuyerScript> scripts) throws InterruptedException {
    AtomicBoolean cancellation = new AtomicBoolean();
    // Platform threads: an event loop never yields, and would keep a carrier from all others.
    try (ExecutorService loops =
        Executors.newThreadPerTaskExecutor(
            Thread.ofPlatform().daemon().name("crowd-", 0).factory())) {
      try {
        return start(loops, scripts, cancellation);
      } finally {
        cancellation.set(true); // closing the executor waits; after an interrupt not for long
      }
    }
  }

  private LoadResult start(
      ExecutorService loops, IntFunction<BuyerScript> scripts, AtomicBoolean cancellation)
      throws InterruptedException {
    List<List<BuyerScript>> casts = casts(scripts);
    long start = System.nanoTime();
    List<Future<Tally>> running = new ArrayList<>();
    for (int index = 0; index < plan.threads(); index++) {
      LoadLoop loop = new LoadLoop(new LoadShare(plan, index, start, cancellation));
      List<BuyerScript> cast = casts.get(index);
      running.add(loops.submit(() -> carryOut(loop, cast, cancellation)));
    }
    Tally sum = new Tally();
    for (Future<Tally> loop : running) {
      sum.add(await(loop));
    }
    return sum.result(start + plan.bounds().warmUp().toNanos());
  }

  /** A loop that breaks ends the others: half a crowd would measure something else. */
  private static Tally carryOut(LoadLoop loop, List<BuyerScript> cast, AtomicBoolean cancellation)
      throws IOException {
    boolean whole = false;
    try {
      Tally tally = loop.run(cast);
      whole = true;
      return tally;
    } finally {
      if (!whole) {
        cancellation.set(true);
      }
    }
  }

  /** Makes all scripts before the clock starts, and deals them out to the loops. */
  private List<List<BuyerScript>> casts(IntFunction<BuyerScript> scripts) {
    List<List<BuyerScript>> casts = new ArrayList<>();
    for (int index = 0; index < plan.threads(); index++) {
      casts.add(new ArrayList<>());
    }
    for (int connection = 0; connection < plan.connections(); connection++) {
      casts.get(connection % plan.threads()).add(scripts.apply(connection));
    }
    return casts;
  }

  private Tally await(Future<Tally> loop) throws InterruptedException {
    try {
      return loop.get();
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      throw new CrowdException(
          "the run against %s broke off: %s".formatted(plan.target().address(), cause), cause);
    }
  }
}
