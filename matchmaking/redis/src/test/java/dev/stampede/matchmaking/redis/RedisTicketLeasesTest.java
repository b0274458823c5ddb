package dev.stampede.matchmaking.redis;

import dev.stampede.redis.SharedTestRedis;

/** The leases of the ticket store, on one server. */
final class RedisTicketLeasesTest extends TicketLeasesContract {

  RedisTicketLeasesTest() {
    super(SharedTestRedis.single());
  }
}
