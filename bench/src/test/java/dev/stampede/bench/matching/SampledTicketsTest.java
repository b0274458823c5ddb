package dev.stampede.bench.matching;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.matchmaking.ticket.AssignOutcome;
import dev.stampede.matchmaking.ticket.Assignment;
import dev.stampede.matchmaking.ticket.AssignmentGroup;
import dev.stampede.matchmaking.ticket.Lease;
import dev.stampede.matchmaking.ticket.NewTicket;
import dev.stampede.matchmaking.ticket.SearchFields;
import dev.stampede.matchmaking.ticket.Ticket;
import dev.stampede.matchmaking.ticket.TicketClaim;
import dev.stampede.matchmaking.ticket.TicketId;
import dev.stampede.testkit.TestServices;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The peer does what it is said to do, or the comparison is worth nothing. */
final class SampledTicketsTest {

  private static final TicketClaim ALL = TicketClaim.of(100, Duration.ofMinutes(1));

  @Test
  void aClaimedTicketCanBeClaimedAgainOnlyAfterItsRelease() {
    String redis = TestServices.shared().redisUrl();
    String prefix = TestServices.shared().freshKeyPrefix();
    try (SampledTickets one = new SampledTickets(redis, prefix);
        SampledTickets other = new SampledTickets(redis, prefix)) {
      for (int skill = 0; skill < 4; skill++) {
        one.create(
            NewTicket.of(
                new SearchFields(
                    Map.of(SampledTickets.SKILL, (double) skill), Map.of(), List.of())));
      }

      Lease taken = one.claim(ALL);
      assertThat(taken.tickets()).hasSize(4);
      assertThat(other.claim(ALL).tickets()).isEmpty();
      assertThat(one.read(taken.tickets()))
          .extracting(ticket -> ticket.searchFields().doubleArgs().get(SampledTickets.SKILL))
          .containsExactlyInAnyOrder(0.0, 1.0, 2.0, 3.0);

      List<TicketId> pair = taken.tickets().subList(0, 2);
      List<AssignOutcome> outcomes =
          one.assign(taken.token(), List.of(new AssignmentGroup(pair, Assignment.to("here:7777"))));
      assertThat(outcomes).containsExactly(new AssignOutcome.Assigned());
      assertThat(one.release(taken.token(), taken.tickets().subList(2, 4))).isEqualTo(2);

      Lease again = other.claim(ALL);
      assertThat(again.tickets())
          .containsExactlyInAnyOrderElementsOf(taken.tickets().subList(2, 4));
      assertThat(other.read(again.tickets())).extracting(Ticket::id).hasSize(2);
    }
  }
}
