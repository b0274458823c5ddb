package dev.stampede.matchmaking.ticket;

import java.time.Duration;
import java.time.Instant;

/**
 * A backend's request for tickets: how many, and for how long.
 *
 * @param lease by the store's clock; then others may have them
 * @param after only younger ones: a backend that has seen the oldest and found no match goes on
 *     from there. The epoch for all
 */
public record TicketClaim(int atMost, Duration lease, Instant after) {

  public static final int MAX_TICKETS = 10_000;
  public static final Duration MAX_LEASE = Duration.ofHours(1);

  public TicketClaim {
    if (atMost < 1 || atMost > MAX_TICKETS) {
      throw new IllegalArgumentException(
          "a claim is for %d tickets; ask for 1..%d".formatted(atMost, MAX_TICKETS));
    }
    refuse(lease);
  }

  /** The oldest. */
  public static TicketClaim of(int atMost, Duration lease) {
    return new TicketClaim(atMost, lease, Instant.EPOCH);
  }

  /** Throws when no lease is that long. */
  public static void refuse(Duration lease) {
    if (lease.toMillis() < 1 || lease.compareTo(MAX_LEASE) > 0) {
      throw new IllegalArgumentException(
          "a lease is for %s; ask for 1 ms..%s".formatted(lease, MAX_LEASE));
    }
  }
}
