package dev.stampede.matchmaking.ticket;

/**
 * The number of tickets in each state.
 *
 * @param waiting for a backend
 * @param leased by one
 * @param assigned since the store began, not only now
 */
public record TicketCounts(long waiting, long leased, long assigned) {}
