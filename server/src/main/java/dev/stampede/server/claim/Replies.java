package dev.stampede.server.claim;

import dev.stampede.engine.claim.Booking;
import dev.stampede.engine.claim.HeldSeats;
import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.ShowId;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** Holds and bookings as clients see them: with labels for numbers, and what time it is. */
public final class Replies {

  private final SeatMaps maps;
  private final InstantSource clock;

  /**
   * Makes replies.
   *
   * @param clock what they carry as now
   */
  Replies(SeatMaps maps, InstantSource clock) {
    this.maps = maps;
    this.clock = clock;
  }

  public HoldReply of(HeldSeats hold) {
    return HoldReply.of(hold, labels(hold.show(), hold.seats()), clock.instant());
  }

  public BookingReply of(Booking booking) {
    return BookingReply.of(booking, labels(booking.show(), booking.seats()), clock.instant());
  }

  List<String> labels(ShowId show, List<Integer> seats) {
    SeatMap map = maps.of(show);
    List<String> labels = new ArrayList<>(seats.size());
    for (int seat : seats) {
      labels.add(map.label(seat));
    }
    return labels;
  }
}
