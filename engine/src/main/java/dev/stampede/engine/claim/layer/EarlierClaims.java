package dev.stampede.engine.claim.layer;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.show.ShowId;
import java.util.Map;
import java.util.Set;

/**
 * The stored answers and the seats of earlier claims. Both methods throw {@link
 * dev.stampede.lane.LaneUnavailableException} if these cannot be looked up at the moment.
 */
public interface EarlierClaims {

  /** Returns those of the operations, by their ids, that have an answer stored. */
  Set<String> answered(Set<String> operations);

  /**
   * Returns the owners, by seat number, of those of the show's seats that have one. A hold whose
   * time is over may still be among them.
   */
  Map<Integer, Buyer> owners(ShowId show, Set<Integer> seats);
}
