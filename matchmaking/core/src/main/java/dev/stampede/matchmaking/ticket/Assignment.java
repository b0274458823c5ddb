package dev.stampede.matchmaking.ticket;

import java.util.Map;

/** The place where a ticket's match is played. */
public record Assignment(String connection, Map<String, TypedBytes> extensions) {

  public Assignment {
    extensions = Map.copyOf(extensions);
    TicketLimits.refuseMany("extensions", extensions.size());
    TicketLimits.refuseLarge(
        "assignment",
        TicketLimits.size(connection) + TicketLimits.size(extensions, TicketLimits::size));
  }

  public static Assignment to(String connection) {
    return new Assignment(connection, Map.of());
  }
}
