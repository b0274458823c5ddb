package dev.stampede.server.claim;

import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.Show;
import dev.stampede.engine.show.ShowId;
import dev.stampede.server.show.ShowCache;

/** Finds the seat map of a show of which a buyer has or wants seats: such a show exists. */
@FunctionalInterface
interface SeatMaps {

  SeatMap of(ShowId show);

  static SeatMaps in(ShowCache shows) {
    return id ->
        shows
            .find(id)
            .map(Show::map)
            .orElseThrow(
                () -> new IllegalStateException("show %s does not exist any more".formatted(id)));
  }
}
