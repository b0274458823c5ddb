package dev.stampede.prove;

import dev.stampede.prove.simulation.SimulatedPart;
import dev.stampede.prove.simulation.SimulationTally;
import dev.stampede.prove.simulation.Simulations;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Interleavings of all parts that can be simulated, on as many threads as there are processors. */
final class SimulatedRuns {

  private final long firstSeed;
  private final long count;
  private final PrintWriter out;

  /**
   * Simulations.
   *
   * @param count of all parts together
   */
  SimulatedRuns(long firstSeed, long count, PrintWriter out) {
    this.firstSeed = firstSeed;
    this.count = count;
    this.out = out;
  }

  /** Returns true if no interleaving broke an invariant. */
  boolean run() throws InterruptedException {
    List<Future<SimulationTally>> running = new ArrayList<>();
    // Each simulation stays on one platform thread, whose seed alone decides its order.
    try (ExecutorService threads =
        Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
      for (SimulatedPart part : SimulatedPart.values()) {
        running.add(
            threads.submit(() -> Simulations.run(part, firstSeed, part.partOf(count), out)));
      }
    }
    long runs = 0;
    long failed = 0;
    for (Future<SimulationTally> one : running) {
      try {
        runs += one.get().runs();
        failed += one.get().failed();
      } catch (ExecutionException e) {
        throw new IllegalStateException("a simulation broke off: " + e.getCause(), e);
      }
    }
    out.printf("%,d interleavings, %,d failed%n", runs, failed);
    out.flush();
    return failed == 0;
  }
}
