package dev.stampede.server.wallet;

import dev.stampede.engine.claim.WalletLimits;

/**
 * What may be put into wallets, and by whom.
 *
 * @param selfTopUp whether buyers may put points into their own: as good as giving seats away, so
 *     that it is for demonstrations alone
 */
public record WalletSettings(WalletLimits limits, boolean selfTopUp) {}
