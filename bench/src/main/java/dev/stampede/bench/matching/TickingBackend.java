package dev.stampede.bench.matching;

import dev.stampede.matching.ticket.AssignOutcome;
import dev.stampede.matching.ticket.Assignment;
import dev.stampede.matching.ticket.AssignmentGroup;
import dev.stampede.matching.ticket.Claim;
import dev.stampede.matching.ticket.Lease;
import dev.stampede.matching.ticket.Ticket;
import dev.stampede.matching.ticket.TicketId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** A backend that ticks when it is told to, on a store of its own. */
final class TickingBackend implements AutoCloseable {

  private final TicketStore store;
  private final LongAdder assigned = new LongAdder();

  TickingBackend(TicketStore store) {
    this.store = store;
  }

  long assigned() {
    return assigned.sum();
  }

  int tick() {
    Lease lease = store.claim(Claim.of(4_000, Duration.ofMinutes(1)));
    List<Ticket> tickets = store.read(lease.tickets());
    List<AssignmentGroup> groups = new ArrayList<>();
    for (int i = 0; i + 2 <= tickets.size(); i += 2) {
      groups.add(
          new AssignmentGroup(
              List.of(tickets.get(i).id(), tickets.get(i + 1).id()), Assignment.to("here:7777")));
    }
    int done = 0;
    for (AssignOutcome outcome : store.assign(lease.token(), groups)) {
      if (outcome instanceof AssignOutcome.Assigned) {
        done += 2;
      }
    }
    assigned.add(done);
    List<TicketId> rest = tickets.stream().skip(groups.size() * 2L).map(Ticket::id).toList();
    store.release(lease.token(), rest);
    return done;
  }

  @Override
  public void close() {
    store.close();
  }
}
