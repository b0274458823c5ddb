package dev.stampede.matchmaking.testing;

import dev.stampede.matchmaking.redis.RedisTicketStore;
import dev.stampede.matchmaking.ticket.Creation;
import dev.stampede.matchmaking.ticket.NewTicket;
import dev.stampede.matchmaking.ticket.SearchFields;
import dev.stampede.matchmaking.ticket.Ticket;
import dev.stampede.matchmaking.ticket.TicketClaim;
import dev.stampede.matchmaking.ticket.TicketId;
import dev.stampede.matchmaking.ticket.TicketLeases;
import dev.stampede.matchmaking.ticket.TicketSettings;
import dev.stampede.matchmaking.ticket.Tickets;
import dev.stampede.redis.Redis;
import dev.stampede.redis.RedisSettings;
import dev.stampede.testkit.TestServices;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** One process' view of a ticket store in the Redis that all tests share. */
final class SharedStore implements AutoCloseable {

  private final String prefix;
  private final Redis redis;
  private final RedisTicketStore store;

  SharedStore(TicketSettings settings) {
    this(TestServices.shared().freshKeyPrefix(), settings);
  }

  private SharedStore(String prefix, TicketSettings settings) {
    this.prefix = prefix;
    this.redis = Redis.open(RedisSettings.Single.parse(TestServices.shared().redisUrl()));
    this.store = RedisTicketStore.open(redis, prefix, settings);
  }

  /** Another process with the same store. */
  SharedStore another(TicketSettings settings) {
    return new SharedStore(prefix, settings);
  }

  Tickets tickets() {
    return store.tickets();
  }

  TicketLeases leases() {
    return store.leases();
  }

  Ticket create(SearchFields fields) {
    return ((Creation.Created) store.tickets().create(NewTicket.of(fields))).ticket();
  }

  Ticket create() {
    return create(SearchFields.NONE);
  }

  Ticket createIn(String mode) {
    return create(new SearchFields(Map.of(), Map.of("mode", mode), List.of()));
  }

  String connectionOf(TicketId id) {
    return store.tickets().find(id).orElseThrow().assignment().orElseThrow().connection();
  }

  boolean isAssigned(TicketId id) {
    return store.tickets().find(id).orElseThrow().assignment().isPresent();
  }

  /** Claims the tickets that another backend would get now, and keeps them. */
  List<TicketId> claimedByAnother() {
    return store.leases().claim(TicketClaim.of(1_000, Duration.ofMinutes(1))).tickets();
  }

  /** Ends like a process that is killed: Redis never hears of its pending commands. */
  void kill() {
    redis.close();
  }

  void forget() {
    TestServices.shared().loseKeys(prefix);
  }

  @Override
  public void close() {
    store.close();
    redis.close();
  }
}
