package dev.stampede.matchmaking.match;

import java.util.List;

/**
 * Makes matches from tickets. It may propose one ticket in several matches: the evaluator decides.
 * It has a deadline, at which its thread is interrupted and its answer no longer waited for.
 */
@FunctionalInterface
public interface MatchFunction {

  /** Proposes matches. An exception affects its own profile alone. */
  List<Match> propose(Candidates candidates) throws Exception;
}
