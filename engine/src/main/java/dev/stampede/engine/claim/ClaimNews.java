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

  /**
   * Hears of the bookings among it that spent a pass, in shows with a waiting room, each buyer once
   * for each group. A server that is killed between the commit and this never tells: the database
   * has the spent pass, and this is only the news of it.
   */
  default void booked(List<BookedPass> passes) {}
}
