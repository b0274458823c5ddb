package dev.stampede.engine.sale;

import dev.stampede.engine.show.ShowId;
import java.util.Map;
import java.util.Optional;

/**
 * Where a sale is counted, for whoever watches it. Nothing is decided by it, and counting takes
 * time: ask seldom, and give up early.
 */
public interface SaleBook {

  SaleFigures of(ShowId show);

  /** How many bookings were made in the last minute, of all shows that have any. */
  Map<ShowId, Long> bookedInTheLastMinute();

  /**
   * What moved in the last minute, of all shows in which anything did. Empty while events wait that
   * are too old to say so.
   */
  Optional<Map<ShowId, SaleFlow>> movedInTheLastMinute();
}
