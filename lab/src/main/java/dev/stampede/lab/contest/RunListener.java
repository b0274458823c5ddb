package dev.stampede.lab.contest;

/** Observes a run: it is told now and then how far the run has come. */
@FunctionalInterface
public interface RunListener {

  RunListener NOBODY = (trial, state) -> {};

  /** The progress of a run. */
  record State(int answered, int sold, long retries) {}

  void sees(PlannedRun trial, State state);
}
