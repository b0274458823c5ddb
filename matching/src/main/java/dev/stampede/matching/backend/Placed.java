package dev.stampede.matching.backend;

import dev.stampede.matching.match.Match;
import dev.stampede.matching.ticket.AssignmentGroup;

/** A match and where it is played. */
record Placed(Match match, AssignmentGroup group) {}
