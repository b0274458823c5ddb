package dev.stampede.matching.match;

import dev.stampede.matching.pool.MatchProfile;

/** A profile, who makes its matches, and who finds them a place. */
public record MatchPlan(MatchProfile profile, MatchFunction function, Assigner assigner) {}
