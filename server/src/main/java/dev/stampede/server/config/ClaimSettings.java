package dev.stampede.server.config;

import dev.stampede.assembly.ClaimWay;
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
    ClaimWay way,
    int lanes,
    Duration seatLockTimeout,
    Duration seatCacheTtl,
    Duration transactionTimeout,
    WalletSettings wallets) {}
