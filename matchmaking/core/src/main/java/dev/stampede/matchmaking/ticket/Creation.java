package dev.stampede.matchmaking.ticket;

/** The outcome of creating a ticket. */
public sealed interface Creation {

  /** It waits for a match. */
  record Created(Ticket ticket) implements Creation {}

  /** Too many wait already; come back later. */
  record Full(long limit) implements Creation {}
}
