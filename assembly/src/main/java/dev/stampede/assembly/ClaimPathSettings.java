package dev.stampede.assembly;

import dev.stampede.engine.claim.WalletLimits;
import dev.stampede.lane.LaneSettings;
import java.time.Duration;

/**
 * The settings of a claim path.
 *
 * @param seatLockTimeout how long a seat's key in Redis lasts while its claim is decided
 * @param seatCacheTtl how long a copy of a seat map is kept in Redis
 */
public record ClaimPathSettings(
    ClaimWay way,
    Lanes lanes,
    Duration seatLockTimeout,
    Duration seatCacheTtl,
    WalletLimits wallets) {

  /**
   * The lanes of group commit.
   *
   * @param count how many groups may be written at once
   * @param patience how long a claim waits for its group at most
   */
  public record Lanes(int count, LaneSettings each, Duration patience) {}
}
