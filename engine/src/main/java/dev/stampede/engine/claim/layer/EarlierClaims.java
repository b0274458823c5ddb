package dev.stampede.engine.claim.layer;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.show.ShowId;
import java.util.Map;
import java.util.Set;

/**
 * What earlier claims have left behind, where it is stored. Both methods throw {@link
 * dev.stampede.lane.LaneUnavailableException} if it cannot be found out at the moment.
 */
public interface EarlierClaims {

  /** Those of the operations, by their ids, that have an answer stored. */
  Set<String> answered(Set<String> operations);

  /**
   * The owners, by seat number, of those of the show's seats that have one. A hold whose time is
   * over may still be among them.
   */
  Map<Integer, Buyer> owners(ShowId show, Set<Integer> seats);
}
