package dev.stampede.redis;

/** The ticket store, on a cluster. */
final class ClusterTicketStoreTest extends TicketStoreContract {

  ClusterTicketStoreTest() {
    super(SharedTestRedis.cluster());
  }
}
