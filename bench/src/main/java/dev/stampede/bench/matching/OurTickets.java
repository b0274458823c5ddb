package dev.stampede.bench.matching;

import dev.stampede.bench.services.BenchServices;
import dev.stampede.matchmaking.redis.RedisTicketStore;
import dev.stampede.matchmaking.ticket.AssignOutcome;
import dev.stampede.matchmaking.ticket.AssignmentGroup;
import dev.stampede.matchmaking.ticket.Creation;
import dev.stampede.matchmaking.ticket.Lease;
import dev.stampede.matchmaking.ticket.LeaseToken;
import dev.stampede.matchmaking.ticket.NewTicket;
import dev.stampede.matchmaking.ticket.Ticket;
import dev.stampede.matchmaking.ticket.TicketClaim;
import dev.stampede.matchmaking.ticket.TicketCounts;
import dev.stampede.matchmaking.ticket.TicketId;
import dev.stampede.matchmaking.ticket.TicketSettings;
import dev.stampede.matchmaking.ticket.Tickets;
import dev.stampede.matchmaking.ticket.WatchOutcome;
import dev.stampede.redis.Redis;
import java.time.Duration;
import java.util.List;

/** Ours, with its defaults and connections of its own, as a process of its own would have it. */
final class OurTickets implements TicketStore {

  private final Redis redis;
  private final RedisTicketStore store;

  OurTickets(String redisUrl, String prefix) {
    this.redis = BenchServices.openRedis(redisUrl);
    this.store = RedisTicketStore.open(redis, prefix, TicketSettings.DEFAULT);
  }

  Tickets tickets() {
    return store.tickets();
  }

  @Override
  public void create(NewTicket content) {
    switch (store.tickets().create(content)) {
      case Creation.Created _ -> {}
      case Creation.Full full -> throw new IllegalStateException("no room: " + full);
    }
  }

  @Override
  public Lease claim(TicketClaim claim) {
    return store.leases().claim(claim);
  }

  @Override
  public List<Ticket> read(List<TicketId> ids) {
    return store.leases().read(ids);
  }

  @Override
  public List<AssignOutcome> assign(LeaseToken token, List<AssignmentGroup> matches) {
    return store.leases().assign(token, matches);
  }

  @Override
  public int release(LeaseToken token, List<TicketId> ids) {
    return store.leases().release(token, ids);
  }

  @Override
  public int renew(LeaseToken token, List<TicketId> ids, Duration lease) {
    return store.leases().renew(token, ids, lease);
  }

  @Override
  public TicketCounts counts() {
    return store.leases().counts();
  }

  @Override
  public WatchOutcome.Watch onArrival(Runnable arrived) {
    return store.leases().onArrival(arrived);
  }

  @Override
  public void close() {
    store.close();
    redis.close();
  }
}
