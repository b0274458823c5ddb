package dev.stampede.matching.ticket;

/**
 * How many tickets there are.
 *
 * @param waiting for a backend
 * @param leased by one
 * @param assigned since the store began, not only now
 */
public record TicketCounts(long waiting, long leased, long assigned) {}
