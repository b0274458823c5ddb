package dev.stampede.engine.claim;

import dev.stampede.engine.show.ShowId;
import java.time.Instant;
import java.util.List;

/** A hold as its buyer sees it. */
public record HeldSeats(
    HoldId id, ShowId show, Buyer buyer, List<Integer> seats, long total, Instant expiresAt) {
  public HeldSeats {
    seats = List.copyOf(seats);
  }
}
