package dev.stampede.matchmaking.redis;

import dev.stampede.matchmaking.ticket.Creation;
import dev.stampede.matchmaking.ticket.NewTicket;
import dev.stampede.matchmaking.ticket.TicketId;
import dev.stampede.redis.RequestBatcher;
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
