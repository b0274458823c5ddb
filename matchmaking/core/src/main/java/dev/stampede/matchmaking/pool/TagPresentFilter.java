package dev.stampede.matchmaking.pool;

import dev.stampede.matchmaking.ticket.Ticket;

/** The ticket has this tag, capitals included. */
public record TagPresentFilter(String tag) {

  public boolean takes(Ticket ticket) {
    return ticket.searchFields().tags().contains(tag);
  }
}
