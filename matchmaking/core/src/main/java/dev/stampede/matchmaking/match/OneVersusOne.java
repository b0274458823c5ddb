package dev.stampede.matchmaking.match;

import dev.stampede.matchmaking.ticket.Ticket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Pairs the longest waiting two of each pool, then the next two. Pools never mix. */
public final class OneVersusOne implements MatchFunction {

  private static final int PLAYERS = 2;

  @Override
  public List<Match> propose(Candidates candidates) {
    List<Match> pairs = new ArrayList<>();
    candidates
        .pools()
        .values()
        .forEach(
            pool -> {
              for (int i = 0; i + PLAYERS <= pool.size(); i += PLAYERS) {
                pairs.add(match(candidates, pool.subList(i, i + PLAYERS)));
              }
            });
    return pairs;
  }

  private static Match match(Candidates candidates, List<Ticket> pair) {
    String profile = candidates.profile().name();
    return new Match(profile + "-" + pair.getFirst().id(), profile, pair, 0, Map.of());
  }
}
