package dev.stampede.matchmaking.ticket;

import java.time.Duration;
import java.util.List;

/**
 * The store as backends see it. Several share it; no ticket is handed to two.
 *
 * <p>Every method throws {@link TicketsUnavailableException} when the store does not answer in
 * time.
 */
public interface TicketLeases {

  /** Takes tickets, and takes back what others have had for too long. */
  Lease claim(TicketClaim claim);

  /**
   * Bodies, in one round trip and in no order; those that are gone are left out. Takes no lock, and
   * may be a moment behind where a replica is read: {@link #assign} is what decides.
   */
  List<Ticket> read(List<TicketId> ids);

  /**
   * Assigns matches, each wholly or not at all, and says what became of each, in their order. A
   * ticket that stands in two of them is assigned once.
   */
  List<AssignOutcome> assign(LeaseToken token, List<AssignmentGroup> matches);

  /** Gives tickets back to waiting, in their old place; returns how many were still leased. */
  int release(LeaseToken token, List<TicketId> ids);

  /** Starts the time of the whole lease again; says how many of these were still leased. */
  int renew(LeaseToken token, List<TicketId> ids, Duration lease);

  TicketCounts counts();

  /** Calls when tickets have arrived, soon and not for each; must not be kept waiting. */
  WatchOutcome.Watch onArrival(Runnable arrived);
}
