package dev.stampede.lab.contest;

/** Observes a run: it is told now and then how far the run has come. */
@FunctionalInterface
public interface Onlooker {

  Onlooker NOBODY = (trial, state) -> {};

  /** The progress of a run. */
  record State(int answered, int sold, long retries) {}

  void sees(Trial trial, State state);
}
