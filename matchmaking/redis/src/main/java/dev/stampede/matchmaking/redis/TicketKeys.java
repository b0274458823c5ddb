package dev.stampede.matchmaking.redis;

import dev.stampede.matchmaking.ticket.TicketId;
import java.util.List;

/** The names of a ticket store's keys. They share a hash tag: a script works on any of them. */
record TicketKeys(String prefix) {

  /** In the order in which the scripts know them. */
  List<String> all() {
    return List.of(
        tagged("ready"),
        tagged("tokens"),
        tagged("lease:"),
        tagged("totals"),
        tagged("body:"),
        tagged("place:"),
        channel());
  }

  String channel() {
    return tagged("news");
  }

  String body(TicketId ticket) {
    return tagged("body:") + ticket;
  }

  String place(TicketId ticket) {
    return tagged("place:") + ticket;
  }

  private String tagged(String name) {
    return prefix + "{tickets}:" + name;
  }
}
