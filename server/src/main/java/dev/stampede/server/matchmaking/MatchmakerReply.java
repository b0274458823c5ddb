package dev.stampede.server.matchmaking;

import dev.stampede.matchmaking.ticket.TicketCounts;
import dev.stampede.server.metrics.MatchMeters.ProfileFigures;
import java.util.List;

/** The state of the matchmaker: the tickets of all servers, and the work of the answering one. */
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

  /** The work of one profile since this server came up. */
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
