package dev.stampede.matchmaking.match;

import java.util.List;

/** Chooses among the matches of all profiles, so that no ticket is in two. */
@FunctionalInterface
public interface Evaluator {

  /** Returns the chosen proposals. If it throws, all tickets are released. */
  List<Match> choose(List<Match> proposals) throws Exception;
}
