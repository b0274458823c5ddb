package dev.stampede.server.claim;

import dev.stampede.engine.claim.HeldSeats;
import java.time.Instant;
import java.util.List;

/** A hold as its buyer sees it. */
public record HoldReply(
    String id, String showId, List<String> seats, long total, Instant expiresAt, Instant now) {

  static final String PATH = "/api/v1/holds/";

  static HoldReply of(HeldSeats hold, List<String> labels, Instant now) {
    return new HoldReply(
        hold.id().toString(), hold.show().toString(), labels, hold.total(), hold.expiresAt(), now);
  }

  String path() {
    return PATH + id;
  }
}
