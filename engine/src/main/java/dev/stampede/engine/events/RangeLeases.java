package dev.stampede.engine.events;

import java.time.Duration;
import java.util.Set;

/**
 * Which server sends the events of which ranges, so that they share the work and do not send
 * everything twice. That nobody takes the old for new does not depend on it: events have versions.
 */
public interface RangeLeases {

  /** Several times the pause between two renewals: one that is late costs nothing. */
  Duration LEASE = Duration.ofSeconds(5);

  /**
   * What a server has.
   *
   * @param ranges its own until the lease ends, unless it is renewed
   * @param share how many it should have, all servers considered; what is more it is to give up
   */
  record Leased(Set<Integer> ranges, int share) {

    public Leased {
      ranges = Set.copyOf(ranges);
    }
  }

  /**
   * Says that this server is alive, renews what it keeps, frees what it had and does not keep, and
   * takes what is free up to its share. What another has taken over meanwhile it does not get back.
   */
  Leased renew(Set<Integer> kept);

  /** This server stops: everything it has is free at once. */
  void leave();
}
