package dev.stampede.redis;

import dev.stampede.matching.ticket.Creation;
import dev.stampede.matching.ticket.NewTicket;
import dev.stampede.matching.ticket.TicketId;
import java.util.concurrent.CompletableFuture;

/** A request to create a ticket. */
record CreateRequest(TicketId id, NewTicket content, CompletableFuture<Creation> answer)
    implements RequestBatcher.Request {

  /** A ticket is for no show: all are asked for in their order. */
  @Override
  public Object show() {
    return CreateRequest.class;
  }
}
