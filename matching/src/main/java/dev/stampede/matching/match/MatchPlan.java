package dev.stampede.matching.match;

import dev.stampede.matching.pool.MatchProfile;
import dev.stampede.matching.ticket.Assignment;

/** A profile, who makes its matches, and who finds them a place. */
public record MatchPlan(MatchProfile profile, MatchFunction function, Assigner assigner) {

  /** Everybody against whoever comes next, all at the same place: to try it out. */
  public static MatchPlan oneVersusOne(String connection) {
    return new MatchPlan(
        MatchProfile.forEverybody("1v1"),
        new OneVersusOne(),
        Assigner.fixed(Assignment.to(connection)));
  }
}
