package dev.stampede.matchmaking.redis;

import dev.stampede.redis.SharedTestRedis;

/** The ticket store, on a cluster. */
final class ClusterTicketStoreTest extends TicketStoreContract {

  ClusterTicketStoreTest() {
    super(SharedTestRedis.cluster());
  }
}
