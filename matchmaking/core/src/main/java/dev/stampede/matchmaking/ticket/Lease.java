package dev.stampede.matchmaking.ticket;

import java.time.Instant;
import java.util.List;

/**
 * Tickets that one backend alone may assign or give back, until the lease ends.
 *
 * @param tickets the oldest first; their bodies are read apart
 * @param at when they were claimed, by the store's clock
 * @param through the creation of the youngest of them, to go on from; the epoch when there are none
 */
public record Lease(LeaseToken token, List<TicketId> tickets, Instant at, Instant through) {

  public Lease {
    tickets = List.copyOf(tickets);
  }
}
