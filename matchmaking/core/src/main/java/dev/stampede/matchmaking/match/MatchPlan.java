package dev.stampede.matchmaking.match;

import dev.stampede.matchmaking.pool.MatchProfile;
import dev.stampede.matchmaking.ticket.Assignment;

/** A profile, the function that makes its matches, and the assigner that finds them a place. */
public record MatchPlan(MatchProfile profile, MatchFunction function, Assigner assigner) {

  /** Matches each ticket with the next one, all at the same place: to try it out. */
  public static MatchPlan oneVersusOne(String connection) {
    return new MatchPlan(
        MatchProfile.forEverybody("1v1"),
        new OneVersusOne(),
        Assigner.fixed(Assignment.to(connection)));
  }
}
