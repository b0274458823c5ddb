package dev.stampede.testkit;

import dev.stampede.engine.claim.Bookings;
import dev.stampede.engine.show.Shows;
import dev.stampede.engine.wallet.Wallets;
import java.util.List;
import java.util.function.Supplier;

/**
 * The stores that a test reads after a payment.
 *
 * @param ledgerDifferences what a check of the whole ledger finds wrong, in one snapshot
 * @param databaseUrl the database behind all of them, as {@code postgresql://…}
 */
public record PaymentStores(
    Shows shows,
    Bookings bookings,
    Wallets wallets,
    Supplier<List<String>> ledgerDifferences,
    String databaseUrl) {}
