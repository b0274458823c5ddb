package dev.stampede.matchmaking.backend;

import dev.stampede.matchmaking.match.Candidates;
import dev.stampede.matchmaking.match.Match;
import dev.stampede.matchmaking.match.MatchPlan;
import dev.stampede.matchmaking.pool.Pool;
import dev.stampede.matchmaking.ticket.AssignmentGroup;
import dev.stampede.matchmaking.ticket.Ticket;
import dev.stampede.matchmaking.ticket.TicketId;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One plan at work: its function and its assigner, and what is believed of what they answer. */
final class PlannedWork {

  private static final Logger log = LoggerFactory.getLogger(PlannedWork.class);

  private final MatchPlan plan;
  private final Step function;
  private final Step assigner;

  PlannedWork(MatchPlan plan, BackendListener listener) {
    this.plan = plan;
    String name = name();
    this.function =
        new Step(
            "the match function of " + name,
            (ending, took) -> listener.functionRan(name, ending, took));
    this.assigner =
        new Step(
            "the assigner of " + name, (ending, took) -> listener.assignerRan(name, ending, took));
  }

  String name() {
    return plan.profile().name();
  }

  /** Pools are filled on the function's own thread, side by side with those of other profiles. */
  Optional<Step.Run<List<Match>>> propose(List<Ticket> oldestFirst, Instant now) {
    return function.begin(
        () -> {
          Map<String, List<Ticket>> pools = new LinkedHashMap<>();
          for (Pool pool : plan.profile().pools()) {
            pools.put(pool.name(), oldestFirst.stream().filter(pool::takes).toList());
          }
          List<Match> proposed =
              plan.function().propose(new Candidates(plan.profile(), pools, now));
          return proposed.stream().map(this::signed).toList();
        });
  }

  /** Labels the match with the profile whose function made it, even if the match names another. */
  private Match signed(Match match) {
    return match.profile().equals(name())
        ? match
        : new Match(match.id(), name(), match.tickets(), match.score(), match.extensions());
  }

  Optional<Step.Run<List<AssignmentGroup>>> assign(List<Match> matches) {
    return assigner.begin(() -> plan.assigner().assign(matches));
  }

  /** Only matches of leased tickets, each named once, are assigned. */
  static boolean isMadeOf(Match match, Set<TicketId> leased) {
    List<TicketId> tickets = match.ticketIds();
    boolean sound =
        leased.containsAll(tickets)
            && new HashSet<>(tickets).size() == tickets.size()
            && tickets.size() <= AssignmentGroup.MAX_TICKETS;
    if (!sound) {
      log.warn(
          "match {} of {} was skipped: it names a ticket that this backend has not leased, a ticket twice, or more than {} tickets",
          match.id(),
          match.profile(),
          AssignmentGroup.MAX_TICKETS);
    }
    return sound;
  }
}
