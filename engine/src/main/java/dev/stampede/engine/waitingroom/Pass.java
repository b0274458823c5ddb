package dev.stampede.engine.waitingroom;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.show.ShowId;
import java.time.Instant;

/**
 * The right of one buyer to claim seats of one show until a moment.
 *
 * @param number the number of the place in line for which the buyer got the pass. A buyer's later
 *     places have higher numbers, so that spending a pass ends all the buyer's earlier ones with
 *     it.
 */
public record Pass(ShowId show, Buyer buyer, long number, Instant expiresAt) {

  public Pass {
    if (number < 1) {
      throw new IllegalArgumentException("a place's number is " + number + "; it counts from 1");
    }
  }
}
