package dev.stampede.matchmaking.redis;

import dev.stampede.redis.SharedTestRedis;

/** The ticket store, on one server. */
final class RedisTicketStoreTest extends TicketStoreContract {

  RedisTicketStoreTest() {
    super(SharedTestRedis.single());
  }
}
