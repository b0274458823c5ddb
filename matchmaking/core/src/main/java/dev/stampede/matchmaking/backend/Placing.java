package dev.stampede.matchmaking.backend;

import dev.stampede.matchmaking.match.Match;
import dev.stampede.matchmaking.ticket.AssignmentGroup;
import dev.stampede.matchmaking.ticket.TicketId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Has the assigners find places, all side by side; one that fails or is late has found none. */
final class Placing {

  private final List<PlannedWork> work;
  private final Duration within;

  Placing(List<PlannedWork> work, Duration within) {
    this.work = work;
    this.within = within;
  }

  /** The matches that an assigner was asked to place, and its run. */
  private record Asked(List<Match> matches, Step.Run<List<AssignmentGroup>> run) {}

  List<Placed> find(List<Match> chosen) throws InterruptedException {
    long deadline = System.nanoTime() + within.toNanos();
    List<Asked> asked = new ArrayList<>();
    for (PlannedWork one : work) {
      List<Match> own =
          chosen.stream().filter(match -> match.profile().equals(one.name())).toList();
      if (!own.isEmpty()) {
        one.assign(own).ifPresent(run -> asked.add(new Asked(own, run)));
      }
    }
    List<Placed> placed = new ArrayList<>();
    for (Asked one : asked) {
      placed.addAll(placed(one.matches(), one.run().await(deadline).orElseGet(List::of)));
    }
    return placed;
  }

  /** Groups that are a match, whole: an assigner finds places and makes no matches. */
  private static List<Placed> placed(List<Match> matches, List<AssignmentGroup> groups) {
    Map<Set<TicketId>, AssignmentGroup> places = new HashMap<>();
    groups.forEach(group -> places.put(new HashSet<>(group.tickets()), group));
    List<Placed> placed = new ArrayList<>();
    for (Match match : matches) {
      AssignmentGroup place = places.get(new HashSet<>(match.ticketIds()));
      if (place != null) {
        placed.add(new Placed(match, place));
      }
    }
    return placed;
  }
}
