package dev.stampede.engine.claim.decision;

import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.Operation;
import java.util.Optional;

/** Decides one claim of its kind by the rows of its group. Empty means: not in this group. */
interface ClaimDecision {

  /** The operation whose answer is stored for repeats. */
  Optional<Operation> operation();

  Optional<ClaimOutcome> decide();

  /** Leaves the claim to the next group, and with it every later one that needs one of its rows. */
  Optional<ClaimOutcome> carryOver();
}
