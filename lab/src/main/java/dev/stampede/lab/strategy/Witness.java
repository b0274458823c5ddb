package dev.stampede.lab.strategy;

import dev.stampede.engine.claim.Claim;
import java.time.Duration;
import java.util.List;

/** Sees each transaction. Called by the threads that run them, many at once: be quick. */
public interface Witness {

  void begun(Claim.Hold claim, int attempt);

  /** Tells which tickets it read. Ways that read elsewhere, as the product's do, say nothing. */
  void read(Claim.Hold claim, List<LabSeatRow> tickets);

  void ended(Claim.Hold claim, int attempt, Try how, Duration took);

  /** The last word on a claim that was not decided. */
  void gaveUp(Claim.Hold claim, ClaimFailure why);

  /** Stands in the queue, at this place. */
  void entered(Claim.Hold claim, long place);

  /** It is this buyer's turn. */
  void turn(Claim.Hold claim, long place, int polls);
}
