package dev.stampede.engine.claim;

import dev.stampede.engine.show.ShowId;

/**
 * Hears how far claims of free seats come, for metrics. Called by the claims' own threads, many at
 * once: be quick, do not throw.
 */
@FunctionalInterface
public interface ClaimListener {

  ClaimListener NONE = (show, step) -> {};

  /** The answers of the layers before the database. */
  enum Step {
    /** Refused at layer 0: this process knew the seats to be another's, or too few to be free. */
    REFUSED_BY_KNOWLEDGE,
    /** Refused at layer 1. */
    REFUSED_BY_GATE,
    /** Layer 1 refused seats that were seen free; the claim was tried all the same. */
    TRIED_DESPITE_GATE,
    /** Passed by layer 1. */
    PASSED_BY_GATE,
    /** Layer 1 was not there to be asked. */
    GATE_SKIPPED,
    /** Layer 1 was away, and the limit of claims that go on without it was reached. */
    NO_ROOM_WITHOUT_GATE
  }

  void heard(ShowId show, Step step);
}
