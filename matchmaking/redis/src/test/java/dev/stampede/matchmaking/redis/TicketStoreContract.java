package dev.stampede.matchmaking.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.matchmaking.ticket.AssignOutcome.LeaseLost;
import dev.stampede.matchmaking.ticket.AssignmentGroup;
import dev.stampede.matchmaking.ticket.Creation;
import dev.stampede.matchmaking.ticket.Lease;
import dev.stampede.matchmaking.ticket.NewTicket;
import dev.stampede.matchmaking.ticket.SearchFields;
import dev.stampede.matchmaking.ticket.Ticket;
import dev.stampede.matchmaking.ticket.TicketCounts;
import dev.stampede.matchmaking.ticket.TicketId;
import dev.stampede.matchmaking.ticket.TicketSettings;
import dev.stampede.matchmaking.ticket.Tickets;
import dev.stampede.matchmaking.ticket.TypedBytes;
import dev.stampede.redis.RedisSettings;
import dev.stampede.testkit.Eventually;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/**
 * The contract of a store of tickets, whatever the shape of the Redis that keeps it: from a
 * ticket's creation to its end.
 */
abstract class TicketStoreContract extends TicketStoreFixture {

  TicketStoreContract(RedisSettings settings) {
    super(settings);
  }

  @Test
  void aTicketIsReadAsItWasCreated() {
    NewTicket sent =
        new NewTicket(
            new SearchFields(
                Map.of("nan", Double.NaN, "inf", Double.NEGATIVE_INFINITY, "zero", -0.0),
                Map.of("mode", "ünïcode\nline", "", ""),
                List.of("b", "a", "b")),
            Map.of("x", new TypedBytes("type.example/T", new byte[] {0, -1, 13, 10})),
            Map.of("y", new TypedBytes("", new byte[0])));

    Ticket made = create(sent);

    assertThat(made.content()).isEqualTo(sent);
    assertThat(tickets.find(made.id())).contains(made);
    assertThat(leases.read(List.of(made.id()))).containsExactly(made);
  }

  @Test
  void anUnknownTicketIsNotFoundAndItsDeletionSucceeds() {
    TicketId unknown = new TicketId("unknown");

    assertThat(tickets.find(unknown)).isEmpty();
    assertThat(tickets.deindex(unknown)).isFalse();
    tickets.delete(unknown);
    assertThat(leases.read(List.of(unknown))).isEmpty();
    assertThat(leases.read(List.of())).isEmpty();
  }

  @Test
  void aDeletedTicketIsClaimedByNobody() {
    List<TicketId> made = create(2);
    tickets.delete(made.get(0));

    assertThat(tickets.find(made.get(0))).isEmpty();
    assertThat(claim(10).tickets()).containsExactly(made.get(1));
  }

  @Test
  void aDeindexedTicketKeepsItsBodyAndIsACandidateNoMore() {
    List<TicketId> made = create(3);
    Lease lease = claim(2);

    assertThat(tickets.deindex(made.get(0))).isTrue();
    assertThat(tickets.deindex(made.get(2))).isTrue();

    assertThat(tickets.find(made.get(0))).isPresent();
    assertThat(assign(lease, made.subList(0, 2))).isEqualTo(new LeaseLost(List.of(made.get(0))));
    assertThat(leases.release(lease.token(), made)).isEqualTo(1);
    assertThat(claim(10).tickets()).containsExactly(made.get(1));
  }

  @Test
  void anAssignedTicketIsDeletedAfterItsTime() {
    RedisTicketStore brief =
        open(
            new TicketSettings(Duration.ofMinutes(10), Duration.ofMillis(300), true, 1_000, 1_000));
    List<TicketId> made = create(2);
    Lease lease = claim(2);
    brief.leases().assign(lease.token(), List.of(new AssignmentGroup(made, PLACE)));

    Eventually.within(SOON).until("it is gone", () -> tickets.find(made.get(0)).isEmpty());
    Eventually.within(SOON).until("and the other", () -> tickets.find(made.get(1)).isEmpty());
  }

  @Test
  void aTicketWhoseTimeIsOverHealsOutOfTheIndexWithTheNextClaim() {
    Tickets brief =
        open(new TicketSettings(SHORT, Duration.ofMinutes(1), true, 1_000, 1_000)).tickets();
    TicketId lost = ((Creation.Created) brief.create(plain())).ticket().id();
    TicketId kept = create(plain()).id();
    Eventually.within(SOON).until("its time is over", () -> tickets.find(lost).isEmpty());
    assertThat(leases.counts().waiting()).isEqualTo(2);

    assertThat(claim(1).tickets()).containsExactly(kept);
    assertThat(leases.counts()).isEqualTo(new TicketCounts(0, 1, 0));
  }

  @Test
  void withoutClaimsTheNextTicketRemovesExpiredTickets() {
    Tickets brief =
        open(new TicketSettings(Duration.ofSeconds(3), LEASE, true, 1, 1_000)).tickets();
    Creation.Created first = (Creation.Created) brief.create(plain());
    assertThat(brief.create(plain())).isEqualTo(new Creation.Full(1));

    Eventually.within(SOON)
        .until("there is room again", () -> brief.create(plain()) instanceof Creation.Created);
    assertThat(tickets.find(first.ticket().id())).isEmpty();
  }

  @Test
  void oneTicketTooManyIsRefused() {
    Tickets small = open(new TicketSettings(LEASE, LEASE, true, 2, 1_000)).tickets();
    create(1);

    assertThat(small.create(plain())).isInstanceOf(Creation.Created.class);
    assertThat(small.create(plain())).isEqualTo(new Creation.Full(2));
  }

  @Test
  void arrivalsAreTold() {
    ConcurrentLinkedQueue<String> heard = new ConcurrentLinkedQueue<>();
    try (var _ = leases.onArrival(() -> heard.add("arrived"))) {
      create(1);
      Eventually.within(SOON).until("it is heard", () -> !heard.isEmpty());
    }
    int before = heard.size();
    create(1);
    assertThat(heard).hasSize(before);
  }
}
