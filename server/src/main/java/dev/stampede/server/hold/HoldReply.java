package dev.stampede.server.hold;

import dev.stampede.engine.claim.HeldSeats;
import dev.stampede.engine.show.SeatMap;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A hold as its buyer sees it. */
record HoldReply(
    String id, String showId, List<String> seats, long total, Instant expiresAt, Instant now) {

  static HoldReply of(HeldSeats hold, SeatMap map, Instant now) {
    return new HoldReply(
        hold.id().toString(),
        hold.show().toString(),
        labels(hold.seats(), map),
        hold.total(),
        hold.expiresAt(),
        now);
  }

  static List<String> labels(List<Integer> seats, SeatMap map) {
    List<String> labels = new ArrayList<>(seats.size());
    for (int seat : seats) {
      labels.add(map.label(seat));
    }
    return labels;
  }
}
