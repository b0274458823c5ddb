package dev.stampede.server.wallet;

import dev.stampede.engine.claim.WalletLimits;

/**
 * The limits of wallets, and who may put points into them.
 *
 * @param selfTopUp whether buyers may put points into their own wallets: as good as giving seats
 *     away, so that it is for demonstrations alone
 */
public record WalletSettings(WalletLimits limits, boolean selfTopUp) {}
