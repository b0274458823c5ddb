package dev.stampede.postgres.claim;

import dev.stampede.engine.claim.WalletLimits;
import dev.stampede.engine.claim.layer.KnownSeats;
import dev.stampede.postgres.show.ShowMaps;

/**
 * A committer's memory from one group to the next: the limits it was given, and facts of the
 * database that stay true or are checked again under the locks.
 */
public record CommitterCache(
    WalletLimits limits, ShowMaps maps, BuyerRows buyers, WalletRows wallets, FreeSeatPool pool) {

  public static CommitterCache empty(WalletLimits limits, ShowMaps maps) {
    return empty(limits, maps, KnownSeats.NOTHING);
  }

  /**
   * The same for a process that has boards.
   *
   * @param seats says which seats may be free, where it has fresh news
   */
  public static CommitterCache empty(WalletLimits limits, ShowMaps maps, KnownSeats seats) {
    return new CommitterCache(
        limits, maps, new BuyerRows(), new WalletRows(), new FreeSeatPool(seats));
  }

  /**
   * Forgets the facts that may no longer hold in a rewound database; from any thread. Maps stay:
   * ids of shows are not given out again.
   */
  void startOver() {
    buyers.forgetAll();
    wallets.forgetAll();
    pool.distrust();
  }

  /** The same with a pool of its own, for a caller that shares the rest with others. */
  CommitterCache withEmptyPool() {
    return new CommitterCache(limits, maps, buyers, wallets, new FreeSeatPool(KnownSeats.NOTHING));
  }
}
