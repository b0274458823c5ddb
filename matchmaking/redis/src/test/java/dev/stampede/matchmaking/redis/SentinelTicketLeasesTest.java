package dev.stampede.matchmaking.redis;

import dev.stampede.redis.SharedTestRedis;

/** The leases of the ticket store, on a master that Sentinels name. */
final class SentinelTicketLeasesTest extends TicketLeasesContract {

  SentinelTicketLeasesTest() {
    super(SharedTestRedis.sentinels());
  }
}
