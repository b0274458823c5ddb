package dev.stampede.matchmaking.redis;

import dev.stampede.redis.SharedTestRedis;

/** The ticket store, on a master that Sentinels name. */
final class SentinelTicketStoreTest extends TicketStoreContract {

  SentinelTicketStoreTest() {
    super(SharedTestRedis.sentinels());
  }
}
