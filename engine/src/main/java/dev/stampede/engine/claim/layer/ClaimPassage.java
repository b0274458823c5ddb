package dev.stampede.engine.claim.layer;

import dev.stampede.engine.claim.ClaimOutcome;

/**
 * The path of a claim through the layers.
 *
 * @param layer the layer that decided it
 * @param gate the gate's answer on the way there
 * @param gateNanos the time that the gate took to answer; 0 if it was not asked
 */
public record ClaimPassage(Layer layer, Gate gate, long gateNanos, ClaimOutcome outcome) {

  /** The layers, from the cheapest to the one that can say yes. */
  public enum Layer {
    /**
     * Before all others: the pass is checked, and claims are refused while nothing can be written.
     */
    FRONT("the check of the pass and of the database"),
    /** The knowledge of this process. */
    MEMORY("layer 0 (memory)"),
    /** The keys in Redis. */
    GATE("layer 1 (Redis)"),
    /** The lane, or the database under row locks. */
    DATABASE("layer 2 (lane and database)");

    private final String inWords;

    Layer(String inWords) {
      this.inWords = inWords;
    }

    String inWords() {
      return inWords;
    }
  }

  /** The gate's answers. */
  public enum Gate {
    /** The claim was not of named seats, or was decided before the gate. */
    NOT_ASKED,
    PASSED,
    /** The claim goes no further, unless it is a repeat that has a stored answer. */
    REFUSED,
    /** Refused seats that were seen free; the claim was tried all the same. */
    DOUBTED,
    /** The gate did not answer; the claim went on without it. */
    SKIPPED,
    /** The gate did not answer, and the limit of claims that go on without it was reached. */
    SHED
  }

  /** A claim that the gate was not asked about. */
  static ClaimPassage without(Layer layer, ClaimOutcome outcome) {
    return new ClaimPassage(layer, Gate.NOT_ASKED, 0, outcome);
  }
}
