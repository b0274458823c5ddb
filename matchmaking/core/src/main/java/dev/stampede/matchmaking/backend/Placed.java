package dev.stampede.matchmaking.backend;

import dev.stampede.matchmaking.match.Match;
import dev.stampede.matchmaking.ticket.AssignmentGroup;

/** A match and where it is played. */
record Placed(Match match, AssignmentGroup group) {}
