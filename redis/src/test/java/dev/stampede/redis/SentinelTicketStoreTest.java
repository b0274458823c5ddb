package dev.stampede.redis;

/** The ticket store, on a master that Sentinels name. */
final class SentinelTicketStoreTest extends TicketStoreContract {

  SentinelTicketStoreTest() {
    super(SharedTestRedis.sentinels());
  }
}
