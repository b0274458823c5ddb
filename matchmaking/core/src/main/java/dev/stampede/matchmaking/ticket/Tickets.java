package dev.stampede.matchmaking.ticket;

import java.util.Optional;

/**
 * The store as its clients see it.
 *
 * <p>Every method throws {@link TicketsUnavailableException} when the store does not answer in
 * time.
 */
public interface Tickets {

  /** Creates a ticket with an id and its time, and lets it wait for a match. */
  Creation create(NewTicket content);

  /** The ticket as it is now. */
  Optional<Ticket> find(TicketId id);

  /** Takes it back. Of a ticket that is not there it does nothing. */
  void delete(TicketId id);

  /**
   * Takes it out of the candidates, for good; its body stays until its time is over. Says whether
   * there is such a ticket.
   */
  boolean deindex(TicketId id);

  /**
   * Tells a ticket's assignment now, and whenever it changes. Does not wait for the first value.
   */
  WatchOutcome watch(TicketId id, Watcher watcher);
}
