package dev.stampede.server.matching;

import dev.stampede.matching.ticket.TicketCounts;
import dev.stampede.server.metrics.MatchMeters.ProfileFigures;
import java.util.List;

/** How the matchmaker is: tickets of all servers, and what the answering one does. */
record MatchmakerReply(
    String server, TicketsReply tickets, int watchers, List<ProfileReply> profiles) {

  MatchmakerReply {
    profiles = List.copyOf(profiles);
  }

  /** As last seen. */
  record TicketsReply(long waiting, long leased, long assigned) {

    static TicketsReply of(TicketCounts counts) {
      return new TicketsReply(counts.waiting(), counts.leased(), counts.assigned());
    }
  }

  /** What one profile has done since this server came up. */
  record ProfileReply(
      String name, long matches, long tickets, double meanWaitSeconds, long failures) {

    static ProfileReply of(ProfileFigures figures) {
      return new ProfileReply(
          figures.name(),
          figures.matches(),
          figures.tickets(),
          figures.meanWait().toMillis() / 1e3,
          figures.failures());
    }
  }
}
