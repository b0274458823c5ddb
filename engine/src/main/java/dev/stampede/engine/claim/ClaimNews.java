package dev.stampede.engine.claim;

import java.util.List;

/**
 * Hears what has been committed, once for each group, in the order of its versions. Called before
 * the callers are woken: be quick, do not throw, and do not wait for anyone.
 */
@FunctionalInterface
public interface ClaimNews {

  ClaimNews NONE = changes -> {};

  void committed(List<SeatChange> changes);
}
