package dev.stampede.engine.show;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Stores shows. */
public interface Shows {

  /** A show before it has an id. */
  record NewShow(String name, Instant startsAt, SeatMap map, ShowSettings settings) {}

  /** The number of seats in each state now, with expired holds counted as free. */
  record Counts(int free, int held, int sold) {}

  /**
   * Counts, and for how long they can be true if no seat changes.
   *
   * @param goodUntil when the first of the holds ends; the end of time if nothing is held
   */
  record Counted(Counts counts, Instant goodUntil) {}

  /** A page of shows, newest first; {@code next} is the id to continue below. */
  record Page(List<Show> shows, Optional<ShowId> next) {
    public Page {
      shows = List.copyOf(shows);
    }
  }

  /** The result of a change. */
  sealed interface Patched {

    record Updated(Show show) implements Patched {}

    /** Somebody else changed it first; the version that was expected is gone. */
    record LostRace(int currentVersion) implements Patched {}

    /** Without an expected version: it was lost so many times in a row. */
    record RetriesExhausted(int tries) implements Patched {}

    record NoSuchShow() implements Patched {}
  }

  /** Creates the show with all its seats free. */
  Show create(NewShow show);

  Optional<Show> find(ShowId id);

  Page list(Optional<ShowId> below, int limit);

  /** Counts every seat of the show: too expensive to run for each request. */
  Counted count(ShowId id);

  default Counts counts(ShowId id) {
    return count(id).counts();
  }

  /** Changes the settings of the expected version, or, if none is expected, of the newest. */
  Patched patch(ShowId id, Optional<Integer> expectedVersion, UnaryOperator<ShowSettings> change);

  /** The database's time, which is the one that decides. */
  Instant now();
}
