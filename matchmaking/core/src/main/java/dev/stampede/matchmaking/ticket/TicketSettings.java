package dev.stampede.matchmaking.ticket;

import java.time.Duration;

/**
 * The settings of a ticket store.
 *
 * @param ticketTtl how long a ticket waits at most
 * @param assignedTtl how long it stays once it is assigned
 * @param validate whether all tickets of a match must exist for it to be assigned
 * @param maxWaiting how many may wait; one more is refused
 * @param maxWatchers how many may watch through one process
 */
public record TicketSettings(
    Duration ticketTtl, Duration assignedTtl, boolean validate, long maxWaiting, int maxWatchers) {

  // Before the default, which is checked against it.
  private static final Duration LONGEST = Duration.ofDays(7);

  public static final TicketSettings DEFAULT =
      new TicketSettings(Duration.ofMinutes(10), Duration.ofMinutes(1), true, 2_000_000, 100_000);

  public TicketSettings {
    refuse("ticket-ttl", ticketTtl);
    refuse("assigned-ttl", assignedTtl);
    if (maxWaiting < 1) {
      throw new IllegalArgumentException("max-waiting is %d; set 1 or more".formatted(maxWaiting));
    }
    if (maxWatchers < 1) {
      throw new IllegalArgumentException(
          "max-watchers is %d; set 1 or more".formatted(maxWatchers));
    }
  }

  private static void refuse(String name, Duration value) {
    if (value.toMillis() < 1 || value.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException("%s is %s; set 1 ms..%s".formatted(name, value, LONGEST));
    }
  }

  /** The same with or without looking whether tickets exist. */
  public TicketSettings validating(boolean on) {
    return new TicketSettings(ticketTtl, assignedTtl, on, maxWaiting, maxWatchers);
  }
}
