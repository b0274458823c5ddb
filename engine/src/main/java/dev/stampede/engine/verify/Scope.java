package dev.stampede.engine.verify;

import dev.stampede.engine.show.ShowId;
import java.util.List;

/** The extent of a comparison: everything there is, or one show alone. */
public sealed interface Scope {

  /** All shows, and what belongs to none. */
  record Everything() implements Scope {}

  /** The rows that belong to this show. */
  record OneShow(ShowId show) implements Scope {}

  /**
   * The parts that belong to it. Points belong to buyers and to no show: of them a show has only
   * what paid its bookings, which is compared with those.
   */
  default List<Part> parts() {
    return switch (this) {
      case Everything _ -> List.of(Part.values());
      case OneShow _ ->
          List.of(Part.SHOWS, Part.SEATS, Part.HOLDS, Part.BOOKINGS, Part.OUTBOX, Part.SEAT_KEYS);
    };
  }
}
