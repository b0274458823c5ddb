package dev.stampede.engine.verify;

import dev.stampede.engine.claim.SeatRow;
import dev.stampede.engine.show.ShowId;
import java.time.Instant;
import java.util.List;

/** Seats as the database has them. */
public interface StoredSeats {

  /** One seat, and where it is among all. */
  record Stored(ShowId show, SeatRow row, String place) {}

  /** Some of them, in order, as they are at this moment. */
  record Stretch(List<Stored> seats, Instant now) {
    public Stretch {
      seats = List.copyOf(seats);
    }
  }

  /** The next seats, those that nothing has happened to included: a key may be wrong about them. */
  Stretch next(String after, int limit);

  /** These seats, as they are now. */
  Stretch again(ShowId show, List<Integer> seats);
}
