package dev.stampede.matchmaking.ticket;

import java.util.List;

/** The outcome of assigning one match. Unless it was assigned, none of its tickets was. */
public sealed interface AssignOutcome {

  /** All of them know where to play. */
  record Assigned() implements AssignOutcome {}

  /** These were deleted, or their time was over; the others are still the backend's. */
  record TicketsMissing(List<TicketId> missing) implements AssignOutcome {
    public TicketsMissing {
      missing = List.copyOf(missing);
    }
  }

  /**
   * These are no longer the backend's: its lease has ended, or they were taken out of the
   * candidates.
   */
  record LeaseLost(List<TicketId> lost) implements AssignOutcome {
    public LeaseLost {
      lost = List.copyOf(lost);
    }
  }
}
