package dev.stampede.prove.simulation;

import dev.stampede.prove.simulation.world.SimulationOutcome;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Runs many simulations, and one of them again.
 *
 * <p>The JVM has to be started with {@code --add-opens=java.base/java.lang=ALL-UNNAMED}. A
 * simulation runs on the thread that calls, which must be a platform thread; several may run at the
 * same time on several threads.
 */
public final class Simulations {

  /** So many failures are kept with their traces, the shortest. */
  static final int FAILURES_KEPT = 5;

  private static final Duration REPORT_EVERY = Duration.ofSeconds(10);

  private Simulations() {}

  /** Runs so many interleavings of all parts together. */
  public static List<SimulationTally> run(long firstSeed, long total, PrintWriter out) {
    List<SimulationTally> tallies = new ArrayList<>();
    for (SimulatedPart part : SimulatedPart.values()) {
      tallies.add(run(part, firstSeed, part.partOf(total), out));
    }
    return tallies;
  }

  /** Runs so many interleavings of a part, from one seed on, and says how it goes. */
  public static SimulationTally run(
      SimulatedPart part, long firstSeed, long count, PrintWriter out) {
    Simulation simulation = part.simulation();
    long began = System.nanoTime();
    long reported = began;
    long steps = 0;
    long checks = 0;
    long failed = 0;
    List<SimulationOutcome> shortest = new ArrayList<>();
    for (long seed = firstSeed; seed < firstSeed + count; seed++) {
      SimulationOutcome outcome = simulation.run(seed);
      steps += outcome.steps();
      checks += outcome.checks();
      if (outcome.violation().isPresent()) {
        failed++;
        keep(shortest, outcome);
      }
      if (System.nanoTime() - reported > REPORT_EVERY.toNanos()) {
        reported = System.nanoTime();
        out.printf(
            Locale.ROOT, "%s: %,d of %,d, %d failed%n", part, seed - firstSeed, count, failed);
        out.flush();
      }
    }
    Duration took = Duration.ofNanos(System.nanoTime() - began);
    List<SimulationOutcome> traced =
        shortest.stream().map(outcome -> simulation.replay(outcome.seed())).toList();
    SimulationTally tally = new SimulationTally(part, count, steps, checks, failed, traced, took);
    print(tally, out);
    return tally;
  }

  private static void keep(List<SimulationOutcome> shortest, SimulationOutcome failure) {
    shortest.add(failure);
    shortest.sort(Comparator.comparingInt(SimulationOutcome::steps));
    if (shortest.size() > FAILURES_KEPT) {
      shortest.removeLast();
    }
  }

  private static void print(SimulationTally tally, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "%s: %,d interleavings in %.1f s, %,d steps, %,d checks, %d failed%n",
        tally.part(),
        tally.runs(),
        tally.took().toMillis() / 1e3,
        tally.steps(),
        tally.checks(),
        tally.failed());
    tally.failures().forEach(failure -> print(failure, out));
    out.flush();
  }

  /** Prints what happened in a simulation. */
  public static void print(SimulationOutcome outcome, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "%s, seed %d, %d steps: %s%n",
        outcome.scenario(),
        outcome.seed(),
        outcome.steps(),
        outcome
            .violation()
            .map(broken -> broken.invariant() + ": " + broken.what())
            .orElse("no violation"));
    outcome.trace().forEach(line -> out.println("  " + line));
    out.flush();
  }

  /** Runs one of them again, with a trace. */
  public static SimulationOutcome replay(SimulatedPart part, long seed) {
    return part.simulation().replay(seed);
  }
}
