package dev.stampede.engine.events;

import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Leases ranges of events to servers, so that they share the work and do not send everything twice.
 * Receivers do not need it to tell old events from new ones: events have versions.
 */
public interface RangeLeases {

  /** Several times the pause between two renewals: one that is late costs nothing. */
  Duration LEASE = Duration.ofSeconds(5);

  /**
   * The ranges that a server has leased.
   *
   * @param ranges its own until the lease ends, unless it is renewed
   * @param share the number that it should have, all servers considered; it is to give up the
   *     others
   */
  record Leased(Set<Integer> ranges, int share) {

    static final Leased NOTHING = new Leased(Set.of(), 0);

    public Leased {
      ranges = Set.copyOf(ranges);
    }

    Leased withoutSurplus() {
      return ranges.size() <= share
          ? this
          : new Leased(
              ranges.stream().sorted().limit(share).collect(Collectors.toUnmodifiableSet()), share);
    }
  }

  /**
   * Says that this server is alive, renews what it keeps, frees what it had and does not keep, and
   * takes what is free up to its share. It does not get back a range that another server has taken
   * over meanwhile.
   */
  Leased renew(Set<Integer> kept);

  /** This server stops: everything it has is free at once. */
  void leave();
}
