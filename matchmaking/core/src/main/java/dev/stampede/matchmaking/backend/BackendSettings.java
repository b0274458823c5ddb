package dev.stampede.matchmaking.backend;

import dev.stampede.matchmaking.ticket.TicketClaim;
import java.time.Duration;

/**
 * The settings of a backend.
 *
 * @param ticketsPerTick how many it claims at most
 * @param lease for how long; renewed while a tick takes longer
 * @param functionDeadline for all match functions of a tick, which run side by side
 * @param evaluatorDeadline for the evaluator
 * @param assignerDeadline for all assigners of a tick, which run side by side
 */
public record BackendSettings(
    int ticketsPerTick,
    Duration lease,
    Duration functionDeadline,
    Duration evaluatorDeadline,
    Duration assignerDeadline) {

  // Before the default, which is checked against it.
  private static final Duration LONGEST = Duration.ofMinutes(10);

  public static final BackendSettings DEFAULT =
      new BackendSettings(
          TicketClaim.MAX_TICKETS,
          Duration.ofMinutes(1),
          Duration.ofSeconds(10),
          Duration.ofSeconds(5),
          Duration.ofSeconds(30));

  public BackendSettings {
    if (ticketsPerTick < 1 || ticketsPerTick > TicketClaim.MAX_TICKETS) {
      throw new IllegalArgumentException(
          "tickets-per-tick is %d; set 1..%d".formatted(ticketsPerTick, TicketClaim.MAX_TICKETS));
    }
    refuse("lease", lease);
    refuse("function-deadline", functionDeadline);
    refuse("evaluator-deadline", evaluatorDeadline);
    refuse("assigner-deadline", assignerDeadline);
  }

  private static void refuse(String name, Duration value) {
    if (value.toMillis() < 1 || value.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException("%s is %s; set 1 ms..%s".formatted(name, value, LONGEST));
    }
  }

  /** The same with another lease. */
  public BackendSettings leasing(Duration other) {
    return new BackendSettings(
        ticketsPerTick, other, functionDeadline, evaluatorDeadline, assignerDeadline);
  }

  /** The same with so many tickets. */
  public BackendSettings claiming(int tickets) {
    return new BackendSettings(
        tickets, lease, functionDeadline, evaluatorDeadline, assignerDeadline);
  }

  /** The same with one deadline for each of the three steps. */
  public BackendSettings within(Duration deadline) {
    return new BackendSettings(ticketsPerTick, lease, deadline, deadline, deadline);
  }
}
