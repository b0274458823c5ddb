package dev.stampede.matchmaking.redis;

import dev.stampede.redis.SharedTestRedis;

/** The leases of the ticket store, on a cluster. */
final class ClusterTicketLeasesTest extends TicketLeasesContract {

  ClusterTicketLeasesTest() {
    super(SharedTestRedis.cluster());
  }
}
