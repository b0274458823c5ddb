package dev.stampede.matchmaking.pool;

import dev.stampede.matchmaking.ticket.Ticket;

/** A text of the ticket is exactly this, capitals included. A ticket without it is out. */
public record StringEqualsFilter(String stringArg, String value) {

  public boolean takes(Ticket ticket) {
    return value.equals(ticket.searchFields().stringArgs().get(stringArg));
  }
}
