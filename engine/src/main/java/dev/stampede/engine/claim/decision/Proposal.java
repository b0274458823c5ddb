package dev.stampede.engine.claim.decision;

import java.util.List;

/**
 * The seats picked for a {@link dev.stampede.engine.claim.Wanted.Best} before they were locked.
 * Empty says that none were to be found in a look that skipped nothing.
 */
public record Proposal(List<Integer> seats) {
  public Proposal {
    seats = List.copyOf(seats);
  }
}
