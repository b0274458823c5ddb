package dev.stampede.engine.claim.layer;

import java.util.Set;

/** The operations that have an answer stored, where the answers are. */
@FunctionalInterface
public interface AnsweredOperations {

  /**
   * Those of the operations, by their ids, that have an answer stored.
   *
   * @throws dev.stampede.lane.LaneUnavailableException if it cannot be found out at the moment
   */
  Set<String> among(Set<String> ids);
}
