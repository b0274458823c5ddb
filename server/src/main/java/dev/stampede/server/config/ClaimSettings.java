package dev.stampede.server.config;

import dev.stampede.server.wallet.WalletSettings;
import java.time.Duration;

/**
 * The settings of claims and payments.
 *
 * @param way which of the two ways
 * @param lanes how many groups may be written at once by this server, in group commit
 * @param seatLockTimeout how long a seat's Redis lock lasts while its claim is decided
 * @param seatCacheTtl how long a copy of a seat map is kept in Redis
 * @param transactionTimeout when PostgreSQL ends a transaction by itself
 * @param wallets what may be put into wallets
 */
public record ClaimSettings(
    Way way,
    int lanes,
    Duration seatLockTimeout,
    Duration seatCacheTtl,
    Duration transactionTimeout,
    WalletSettings wallets) {

  /** The two ways to claim; both decide by the same rules on the same rows. */
  public enum Way {
    /** Many claims, one transaction. */
    GROUP_COMMIT("group-commit"),
    /** Redis lock, transaction, unlock, once for each claim. */
    PER_REQUEST("per-request");

    private final String label;

    Way(String label) {
      this.label = label;
    }

    @Override
    public String toString() {
      return label;
    }
  }
}
