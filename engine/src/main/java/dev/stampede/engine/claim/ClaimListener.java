package dev.stampede.engine.claim;

/**
 * Hears how far claims of named seats come, for metrics. Called by the claims' own threads, many at
 * once: be quick, do not throw.
 */
public interface ClaimListener {

  ClaimListener NONE = new ClaimListener() {};

  /** Refused at layer 0: this process knew the seats to be another's. */
  default void refusedByKnowledge() {}

  /** Refused at layer 1. */
  default void refusedByGate() {}

  /** Layer 1 refused what was seen free; tried all the same. */
  default void triedDespiteGate() {}

  /** Passed by layer 1. */
  default void passedByGate() {}

  /** Layer 1 was not there to be asked. */
  default void gateSkipped() {}
}
