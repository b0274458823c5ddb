package dev.stampede.bench.matching;

import dev.stampede.matchmaking.ticket.NewTicket;
import dev.stampede.matchmaking.ticket.TicketLeases;

/** A store as the benchmark needs it: tickets go in, and backends take them. */
interface TicketStore extends TicketLeases, AutoCloseable {

  /** Returns once it is there. */
  void create(NewTicket content);

  @Override
  void close();
}
