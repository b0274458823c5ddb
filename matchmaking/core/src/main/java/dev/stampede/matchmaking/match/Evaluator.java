package dev.stampede.matchmaking.match;

import java.util.List;

/** Chooses among the matches of all profiles, so that no ticket is in two. */
@FunctionalInterface
public interface Evaluator {

  /** Some of the proposals; what it throws gives all tickets back. */
  List<Match> choose(List<Match> proposals) throws Exception;
}
