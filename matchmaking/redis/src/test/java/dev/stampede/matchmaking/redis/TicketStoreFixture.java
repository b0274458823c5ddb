package dev.stampede.matchmaking.redis;

import dev.stampede.matchmaking.ticket.AssignOutcome;
import dev.stampede.matchmaking.ticket.AssignOutcome.Assigned;
import dev.stampede.matchmaking.ticket.Assignment;
import dev.stampede.matchmaking.ticket.AssignmentGroup;
import dev.stampede.matchmaking.ticket.Creation;
import dev.stampede.matchmaking.ticket.Lease;
import dev.stampede.matchmaking.ticket.NewTicket;
import dev.stampede.matchmaking.ticket.SearchFields;
import dev.stampede.matchmaking.ticket.Ticket;
import dev.stampede.matchmaking.ticket.TicketClaim;
import dev.stampede.matchmaking.ticket.TicketId;
import dev.stampede.matchmaking.ticket.TicketLeases;
import dev.stampede.matchmaking.ticket.TicketSettings;
import dev.stampede.matchmaking.ticket.Tickets;
import dev.stampede.redis.RedisSettings;
import dev.stampede.redis.SharedTestRedis;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;

/** A store of tickets in a Redis of any shape, and short words for what tests ask of it. */
abstract class TicketStoreFixture {

  static final Duration LEASE = Duration.ofMinutes(1);
  static final Duration SHORT = Duration.ofMillis(60);
  static final Duration SOON = Duration.ofSeconds(30);
  static final Assignment PLACE = Assignment.to("10.0.0.1:7000");
  static final Assigned ASSIGNED = new Assigned();

  private final SharedTestRedis own;
  private final List<RedisTicketStore> opened = new ArrayList<>();
  final Tickets tickets;
  final TicketLeases leases;

  TicketStoreFixture(RedisSettings settings) {
    own = new SharedTestRedis(settings);
    RedisTicketStore store = open(TicketSettings.DEFAULT);
    tickets = store.tickets();
    leases = store.leases();
  }

  @AfterEach
  void close() throws Exception {
    opened.forEach(RedisTicketStore::close);
    own.end();
  }

  final RedisTicketStore open(TicketSettings settings) {
    RedisTicketStore one = RedisTicketStore.open(own.redis(), own.prefix(), settings);
    opened.add(one);
    return one;
  }

  Lease claim(int atMost) {
    return leases.claim(TicketClaim.of(atMost, LEASE));
  }

  AssignOutcome assign(Lease lease, List<TicketId> match) {
    return leases.assign(lease.token(), List.of(new AssignmentGroup(match, PLACE))).getFirst();
  }

  static NewTicket plain() {
    return NewTicket.of(SearchFields.NONE);
  }

  Ticket create(NewTicket content) {
    return ((Creation.Created) tickets.create(content)).ticket();
  }

  List<TicketId> create(int count) {
    return IntStream.range(0, count).mapToObj(_ -> create(plain()).id()).toList();
  }

  /** By a few at once: on a busy machine the last of a large crowd would wait for too long. */
  List<TicketId> createAtOnce(int count) throws Exception {
    int creators = 50;
    ConcurrentLinkedQueue<TicketId> made = new ConcurrentLinkedQueue<>();
    atOnce(creators, () -> made.addAll(create(count / creators)));
    return List.copyOf(made);
  }

  static void atOnce(int times, Runnable task) throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<? extends Future<?>> running =
          IntStream.range(0, times).mapToObj(_ -> threads.submit(task)).toList();
      for (Future<?> one : running) {
        one.get();
      }
    }
  }
}
