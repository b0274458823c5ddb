package dev.stampede.matchmaking.match;

import dev.stampede.matchmaking.ticket.Assignment;
import dev.stampede.matchmaking.ticket.AssignmentGroup;
import java.util.List;

/** Finds matches a place to play. */
@FunctionalInterface
public interface Assigner {

  /**
   * Returns a group for each match that has a place; the tickets of the others go back to waiting.
   * If it throws, the tickets of all matches go back.
   *
   * @param matches of one profile
   */
  List<AssignmentGroup> assign(List<Match> matches) throws Exception;

  /** All matches are played at the same place. */
  static Assigner fixed(Assignment place) {
    return matches ->
        matches.stream().map(match -> new AssignmentGroup(match.ticketIds(), place)).toList();
  }
}
