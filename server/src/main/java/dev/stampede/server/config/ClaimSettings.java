package dev.stampede.server.config;

import java.time.Duration;

/** How long a seat's Redis lock, a cached seat map and a transaction last. */
public record ClaimSettings(
    Duration seatLockTimeout, Duration seatCacheTtl, Duration transactionTimeout) {}
