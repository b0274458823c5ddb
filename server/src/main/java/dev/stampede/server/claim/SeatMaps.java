package dev.stampede.server.claim;

import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.Show;
import dev.stampede.engine.show.ShowId;
import dev.stampede.server.show.ShowCache;

/** Where the map of a show is, whose seats somebody has or wants: such a show exists. */
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
