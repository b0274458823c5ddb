package dev.stampede.lab.contest;

/** Is told now and then how far a run has come. */
@FunctionalInterface
public interface Onlooker {

  Onlooker NOBODY = (trial, state) -> {};

  /** How far. */
  record State(int answered, int sold, long retries) {}

  void sees(Trial trial, State state);
}
