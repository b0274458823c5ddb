package dev.stampede.server.claim;

import dev.stampede.engine.claim.Booking;
import dev.stampede.engine.claim.HeldSeats;
import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.ShowId;
import dev.stampede.server.http.Freshness;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** Holds and bookings as clients see them: with labels for numbers, and what time it is. */
public final class Replies {

  private final SeatMaps maps;
  private final InstantSource clock;
  private final Freshness freshness;

  /**
   * Makes replies.
   *
   * @param clock what they carry as now
   * @param freshness how old what is read may be
   */
  Replies(SeatMaps maps, InstantSource clock, Freshness freshness) {
    this.maps = maps;
    this.clock = clock;
    this.freshness = freshness;
  }

  /** Returns the freshness of the data from which the replies are made. */
  public Freshness freshness() {
    return freshness;
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
