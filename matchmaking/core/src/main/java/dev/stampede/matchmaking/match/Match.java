package dev.stampede.matchmaking.match;

import dev.stampede.matchmaking.ticket.Ticket;
import dev.stampede.matchmaking.ticket.TicketId;
import dev.stampede.matchmaking.ticket.TypedBytes;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Tickets that shall play together, if the evaluator agrees.
 *
 * @param id for people and game servers; need not be unique in the store
 * @param profile for which it was made
 * @param score how good it is; of two that want the same ticket the better one stays
 */
public record Match(
    String id,
    String profile,
    List<Ticket> tickets,
    double score,
    Map<String, TypedBytes> extensions) {

  public Match {
    tickets = List.copyOf(tickets);
    extensions = Map.copyOf(extensions);
    if (tickets.isEmpty()) {
      throw new IllegalArgumentException(
          "match %s has no tickets; give at least one".formatted(id));
    }
    if (Double.isNaN(score)) {
      throw new IllegalArgumentException(
          "the score of match %s is not a number; give one".formatted(id));
    }
  }

  public List<TicketId> ticketIds() {
    return tickets.stream().map(Ticket::id).toList();
  }

  /** Returns the creation time of the ticket that has waited longest. */
  public Instant waitingSince() {
    return tickets.stream().map(Ticket::createTime).min(Comparator.naturalOrder()).orElseThrow();
  }
}
