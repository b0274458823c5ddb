package dev.stampede.server.operation;

import dev.stampede.engine.claim.Wanted;
import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.ShowId;
import java.util.List;

/**
 * The key by which requests are ordered: the show and the section of the first seat. A request for
 * the best seats in any section is ordered with the first section.
 */
final class SectionKey {

  private SectionKey() {}

  static String of(ShowId show, SeatMap map, Wanted wanted) {
    return switch (wanted) {
      case Wanted.Seats(List<Integer> numbers) -> of(show, map, numbers);
      case Wanted.Best best -> of(show, map, best.section().orElse(0));
    };
  }

  static String of(ShowId show, SeatMap map, List<Integer> seats) {
    return of(show, map, map.sectionOf(seats.getFirst()));
  }

  private static String of(ShowId show, SeatMap map, int section) {
    return show + "/" + map.sections().get(section).name();
  }
}
