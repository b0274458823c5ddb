package dev.stampede.matchmaking.match;

import dev.stampede.matchmaking.pool.MatchProfile;
import dev.stampede.matchmaking.ticket.Ticket;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * The tickets that a match function chooses from.
 *
 * @param pools for each pool of the profile its tickets, the oldest first; a ticket that passes the
 *     filters of two is in both
 * @param now by the store's clock, as creation times are
 */
public record Candidates(MatchProfile profile, Map<String, List<Ticket>> pools, Instant now) {

  public Candidates {
    pools = Map.copyOf(pools);
  }

  /** Returns the tickets of one pool; empty for a name that the profile does not have. */
  public List<Ticket> pool(String name) {
    return pools.getOrDefault(name, List.of());
  }
}
