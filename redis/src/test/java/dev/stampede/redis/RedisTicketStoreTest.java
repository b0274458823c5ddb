package dev.stampede.redis;

/** The ticket store, on one server. */
final class RedisTicketStoreTest extends TicketStoreContract {

  RedisTicketStoreTest() {
    super(SharedTestRedis.single());
  }
}
