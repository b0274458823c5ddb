package dev.stampede.engine.waitingroom;

import dev.stampede.engine.show.ShowId;

/** Counts the seats that admitted buyers can still get. */
@FunctionalInterface
public interface Inventory {

  /**
   * The seats of a show that are not sold.
   *
   * @param free seats
   * @param lapsing seats whose holds end soon
   * @param holders people inside who hold seats already
   */
  record Stock(long free, long lapsing, long holders) {}

  Stock of(ShowId show);
}
