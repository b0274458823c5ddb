package dev.stampede.matchmaking.backend;

/**
 * The work of one tick, counted in tickets except for the matches.
 *
 * @param full whether it claimed as many as it may: there are probably more
 */
public record TickSummary(int claimed, boolean full, int matches, int assigned, int released) {

  static final TickSummary NOTHING = new TickSummary(0, false, 0, 0, 0);
}
