package dev.stampede.engine.seats;

import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.ShowId;
import java.time.Instant;
import java.util.Optional;

/** Reads the stored seats of a show. */
@FunctionalInterface
public interface SeatSource {

  /**
   * All seats of a show at one moment.
   *
   * @param rows one for each seat; seats that nobody ever claimed may be missing
   * @param at the database's time when they were read
   */
  record Snapshot(SeatMap map, SeatRows rows, Instant at) {}

  /**
   * Reads all seats in one statement. Empty for a show that does not exist.
   *
   * @throws SeatsUnavailableException when they cannot be read now
   */
  Optional<Snapshot> load(ShowId show);
}
