package dev.stampede.matching.ticket;

/** What became of a new ticket. */
public sealed interface Creation {

  /** It waits for a match. */
  record Created(Ticket ticket) implements Creation {}

  /** Too many wait already; come back later. */
  record Full(long limit) implements Creation {}
}
