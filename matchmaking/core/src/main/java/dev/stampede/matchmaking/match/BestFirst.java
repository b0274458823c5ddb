package dev.stampede.matchmaking.match;

import dev.stampede.matchmaking.ticket.TicketId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Removes collisions: the best score stays, and of equals the one whose player waits longest. */
public final class BestFirst implements Evaluator {

  private static final Comparator<Match> ORDER =
      Comparator.comparingDouble(Match::score).reversed().thenComparing(Match::waitingSince);

  @Override
  public List<Match> choose(List<Match> proposals) {
    return withoutCollisions(proposals.stream().sorted(ORDER).toList());
  }

  /** Keeps, of the matches that want the same ticket, the first. */
  public static List<Match> withoutCollisions(List<Match> inOrder) {
    Set<TicketId> taken = new HashSet<>();
    List<Match> chosen = new ArrayList<>();
    for (Match match : inOrder) {
      if (Collections.disjoint(taken, match.ticketIds())) {
        taken.addAll(match.ticketIds());
        chosen.add(match);
      }
    }
    return chosen;
  }
}
