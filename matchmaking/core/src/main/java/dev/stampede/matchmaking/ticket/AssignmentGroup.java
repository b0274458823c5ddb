package dev.stampede.matchmaking.ticket;

import java.util.HashSet;
import java.util.List;

/** The tickets of one match, to be assigned together or not at all. */
public record AssignmentGroup(List<TicketId> tickets, Assignment assignment) {

  public static final int MAX_TICKETS = 1_000;

  public AssignmentGroup {
    tickets = List.copyOf(tickets);
    if (tickets.isEmpty() || tickets.size() > MAX_TICKETS) {
      throw new IllegalArgumentException(
          "a match has %d tickets; it has 1..%d".formatted(tickets.size(), MAX_TICKETS));
    }
    if (new HashSet<>(tickets).size() < tickets.size()) {
      throw new IllegalArgumentException(
          "a match names a ticket twice: %s; name each once".formatted(tickets));
    }
  }
}
