package dev.stampede.matching.pool;

import dev.stampede.matching.ticket.Ticket;

/** The ticket has this tag, capitals included. */
public record TagPresentFilter(String tag) {

  public boolean takes(Ticket ticket) {
    return ticket.searchFields().tags().contains(tag);
  }
}
